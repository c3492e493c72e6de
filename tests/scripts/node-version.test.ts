import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { complaintAboutNode, NODE_FLOOR } from '../../scripts/node-version.mjs';

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('Node %s will do', (version) => {
  expect(complaintAboutNode(version)).toBeUndefined();
});

test.each(['20.18.9', '18.20.0', '8.0.0'])('Node %s is told what is needed', (version) => {
  expect(complaintAboutNode(version)).toContain(`This is Node ${version}, and 20.19 or newer`);
});

test('package.json asks for the same Node', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines.node).toBe(`>=${NODE_FLOOR.major}.${NODE_FLOOR.minor}.0`);
});
