import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract';
import type { Endpoint } from '../../../src/contract/endpoint';
import { inputOf } from '../../../server/plugins/input';
import { ask } from '../../support/border/ask';
import { fieldsOfCall, isNullable, isOptional, parts, withField, type Field } from '../../support/border/fields';
import { samples, type Given } from '../../support/border/samples';
import { makeScene, type Scene } from '../../support/border/scene';

let scene: Scene;
beforeAll(async () => void (scene = await makeScene()));
afterAll(() => scene.close());

const optionalOf = (endpoint: Endpoint) => fieldsOfCall(endpoint).filter(isOptional);
const rows = endpoints.flatMap((endpoint) =>
  optionalOf(endpoint).map(
    (field) => [`${endpoint.name} ${field.part}.${field.path.join('.')}`, endpoint, field] as const,
  ),
);
const put = (given: Given, { part, path }: Field, value: unknown): Given => ({
  ...given,
  [part]: withField(given[part], path, value),
});
const inputFor = (endpoint: Endpoint, given: Given) =>
  inputOf(endpoint, Object.fromEntries(parts.map((part) => [part, given[part]])) as Parameters<typeof inputOf>[1]);

/** Null takes these away, where their absence leaves them (D-117). */
const takenAway = /^update(Profile|Customer) body\.(avatar|metadata\.(dateOfBirth|monthOfBirth))$/;

describe('an optional field (D-412)', () => {
  it('is there to be tried in most calls', () => expect(rows.length).toBeGreaterThan(90));

  it.each(endpoints.filter((one) => optionalOf(one).length > 0).map((one) => [one.name, one] as const))(
    'of %s means nothing when it is empty',
    async (name, endpoint) => {
      const given = await samples[name]!(scene, scene.jo);
      for (const field of optionalOf(endpoint)) {
        // Its own object is there, so that what is left out is this field alone.
        const whole = put(given, field, 'x');
        expect(inputFor(endpoint, put(whole, field, '')), field.path.join('.')).toEqual(
          inputFor(endpoint, put(whole, field, undefined)),
        );
      }
    },
  );

  // A booking that is paid first is the same as any other.
  it.each(rows.filter(([name, , field]) => isNullable(field) && !takenAway.test(name) && !name.includes('.booking.')))(
    '%s means nothing when it is null',
    async (name, endpoint, field) => {
      const answers = [];
      for (const value of [null, undefined]) {
        const given = await samples[endpoint.name]!(scene, scene.jo);
        const answer = await ask(
          scene.server,
          endpoint,
          put(given, field, value),
          given.token === undefined ? scene.jo.token : given.token,
        );
        answers.push([answer.status, withoutIds(answer.text)]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]![0]).toBe(lacks.test(name) ? 400 : 200);
    },
  );

  it('is not made of an empty text in a field that must be there', async () => {
    const given = await samples['updateName']!(scene, scene.jo);
    const updateName = endpoints.find(({ name }) => name === 'updateName')!;
    expect(await ask(scene.server, updateName, { ...given, body: { firstName: '' } }, scene.jo.token)).toMatchObject({
      status: 400,
      body: { fields: { firstName: expect.any(String) as string } },
    });
  });
});

/** Calls that need one of two optional fields, and have only this one in their sample. */
const lacks = /^((initCode|verifyCode) body\.email|(signUp|jwtRegister) body\.phoneNumber)$/;

/** What is another one each time: ids, secrets, instants. */
const withoutIds = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replace(/\.[0-9a-f]{8}@/g, '.#@')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '@')
    .replace(/"(seti_|pi_|cus_)?[\w-]{22,}"/g, '"#"')
    .replace(/"[2-9A-Z]{4}-[2-9A-Z]{4}"/g, '"#"')
    .replace(/stranger\d+@/g, 'stranger@');
