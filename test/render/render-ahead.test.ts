// Bodies are rendered ahead: enough that workers are never idle, but so few that a large hub is never entirely in memory.
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../src/render/body/body.js';
import type { Body, BodyInput } from '../../src/render/body/body-types.js';
import { openRenderer, renderAhead } from '../../src/render/workers/renderer.js';
import { bodyInput, inProcess } from '../support/hub.js';

const inputOf = (text: string, key: number) => bodyInput(text, { key: `${key}` });
const oneAfterTheOther = (count: number, text = 'x') => Array.from({ length: count }, (_, key) => inputOf(text, key));

/** Yields bodies whose id is the key of their input. */
function open(inputs: readonly BodyInput[]) {
  const asked: string[] = [];
  const named = inputs.map((input) => ({ read: () => input }));
  const bodies = renderAhead(named, async ({ key }) => {
    asked.push(key);
    return { ids: [key] } as unknown as Body;
  });
  const next = async () => (await bodies.next()).value?.ids[0];
  return { asked, next };
}

describe('bodies that are rendered ahead', () => {
  test('are fewer if their texts are long, and at least one', async () => {
    const { asked, next } = open(oneAfterTheOther(9, 'x'.repeat(12_000_000)));
    const counts: number[] = [];
    for (let index = 0; index < 9; index += 1) {
      await next();
      counts.push(asked.length);
    }
    expect(counts).toEqual([3, 4, 5, 6, 7, 8, 9, 9, 9]);
    const alone = open(oneAfterTheOther(2, 'x'.repeat(40_000_000)));
    await alone.next();
    expect(alone.asked).toHaveLength(1);
  });
});

test('a body that is requested again is rendered once, unless its input is not repeatable', async () => {
  const rendered: string[] = [];
  const render = async ({ key, text }: BodyInput) => {
    rendered.push(key);
    return renderBody(bodyInput(text));
  };
  const renderer = openRenderer({ reader: { ...inProcess, render } });
  const open = { ...inputOf('x', 2), isRepeatable: false };
  for (const input of [inputOf('x', 1), open, inputOf('x', 1), open]) await renderer.render(input);
  expect(rendered).toEqual(['1', '2', '2']);
});

test('bodies in memory are limited by their length, not by that of their texts', async () => {
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    const body = await renderBody(bodyInput('x'));
    return { ...body, html: { chunks: ['x'.repeat(12_000_000)], slots: [] } };
  };
  const renderer = openRenderer({ reader: { ...inProcess, render } });
  for (const key of [1, 2, 3, 3, 1]) await renderer.render(inputOf('x', key));
  expect(rendered).toBe(4); // the first one was dropped
});
