import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PortalServer } from '../../e2e/support/server';
import { find, paths } from '../support/install';
import type { Part } from './part';
import type { Random } from './random';
import { clinicId } from './process';
import { Writers } from './writers';

const diskBytes = 400 * 1024 * 1024;

/** Why power failures cannot be played on this machine; null where they can. */
export const noPower = (): string | null =>
  process.platform === 'linux' && process.getuid?.() === 0 && find(['mkfs.ext4'], paths()) && find(['perl'], paths())
    ? null
    : 'it takes a disk of its own, which on Linux root can mount: mkfs.ext4, perl';

/**
 * The power fails while owners write, on a disk of the round's own: the file system is stopped in that moment with all
 * that has not reached the disk (ext4's own call for such tests), the process is killed, and both come back. Nothing
 * that was acknowledged may be missing, and the whole database can be read. In every second round the process was killed
 * and started again shortly before, so that the disk lacked what the killed one had only given to the system.
 */
export async function powerPart(): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-power-'));
  const [image, disk] = [join(folder, 'image'), join(folder, 'disk')];
  await mkdir(disk);
  await writeFile(image, '');
  await truncate(image, diskBytes);
  execFileSync('mkfs.ext4', ['-q', image]);
  const mount = () => execFileSync('mount', ['-o', 'loop', image, disk]);
  mount();
  const server = await PortalServer.start([{ shop: { id: clinicId } }], { CAPS_TIMES: '1000000' }, disk);
  const writers = await Writers.of(server);

  async function round(random: Random): Promise<void> {
    if (random.chance(0.5)) {
      const written = writers.write();
      await pause(50 + random.upTo(2_000));
      await server.kill();
      await written.stop();
      await server.restart();
    }
    const writing = writers.write();
    await pause(50 + random.upTo(2_000));
    cutPower(disk);
    await server.kill();
    await writing.stop();
    execFileSync('umount', [disk]);
    mount();
    await server.restart();
    await writers.expectKept('the power failed');
    await server.clinic('backup', join(folder, `backup-${performance.now()}.jsonl`));
  }

  return {
    name: 'the power fails, pglite',
    round,
    close: async () => {
      await server.kill();
      execFileSync('umount', [disk]);
      await rm(folder, { recursive: true });
    },
  };
}

/** EXT4_IOC_SHUTDOWN without a flush of its journal: from now on nothing reaches the disk. Node has no ioctl. */
const cutPower = (disk: string): void =>
  void execFileSync('perl', [
    '-e',
    'open(my $disk, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); defined(ioctl($disk, 0x8004587d, $how)) or die $!;',
    disk,
  ]);
