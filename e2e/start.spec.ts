import { expect, test } from '@playwright/test';
import { PortalServer } from './support/server';

test('the compiled server starts on an empty folder with the demo clinics, and again on what it wrote', async ({
  page,
}) => {
  const server = await PortalServer.start();
  try {
    for (const time of ['first', 'second']) {
      if (time === 'second') {
        expect(await server.stop()).toBe(0);
        await server.restart();
      }
      await page.goto(`${server.origin}/oakwood`);
      await expect(page.getByRole('button', { name: 'New client' })).toBeVisible();
      const icon = await page.request.get(`${server.origin}/oakwood/icons/192.png`);
      expect(icon.headers()['content-type']).toBe('image/png');
      expect((await page.request.get(`${server.origin}/api/health`)).status()).toBe(200);
    }
  } finally {
    await server.remove();
  }
});
