import type { System } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { troublesOf } from './troubles.ts'

const GB = 1_000_000_000
const disk = { freeBytes: 300 * GB, totalBytes: 400 * GB, reserveBytes: GB / 5 }
const done = {
  state: 'done' as const,
  began: '2026-11-27T02:00:00.000Z',
  ended: '2026-11-27T02:11:00.000Z',
  file: '/backups/a',
  bytes: 1,
  failure: null,
}
const server = {
  id: 'a',
  name: 'chat-1',
  version: '1.0.0',
  started: '2026-11-20T00:00:00.000Z',
  seen: '2026-11-27T09:00:00.000Z',
  running: 0,
  waiting: 0,
  memoryBytes: 1,
  disk,
}
const engine = {
  providerId: 1,
  name: 'Ollama',
  kind: 'ollama',
  isLocal: true,
  connected: true,
  problem: null,
  running: 0,
  waiting: 0,
  oldestMs: null,
  lastHour: [],
  failures: [],
}
const well: System = {
  at: '2026-11-27T09:00:00.000Z',
  serverId: 'a',
  version: '1.0.0',
  migration: { number: 27, name: 'system' },
  servers: [server],
  countedSince: '2026-11-20T00:00:00.000Z',
  engines: [engine],
  work: [{ kind: 'vectors', running: 0, waiting: 3, failed: 0, oldest: null }],
  search: { left: 0 },
  documents: { left: 5, failed: 0, lastHour: [] },
  database: {
    kind: 'embedded',
    connections: 1,
    waiting: 0,
    statementMs: 1,
    lastHour: [],
    slow: 0,
    bytes: 1,
  },
  disk,
  backups: {
    schedule: { at: '03:00', keep: 7, folder: '/backups', next: '2026-11-28T02:00:00.000Z' },
    latest: [done],
    done,
  },
}
const saidOf = (system: Partial<System>) =>
  troublesOf({ ...well, ...system }).map(({ kind, id }) => `${kind} ${id}`)
const free = (freeBytes: number) => ({ ...disk, freeBytes })

test.each<[string, Partial<System>, string[]]>([
  ['nothing', {}, []],
  [
    'a provider that does not answer, instead of its failures',
    { engines: [{ ...engine, problem: 'ENGINE_AUTH', failures: [{ code: 'ENGINE_AUTH', count: 2 }] }] },
    ['bad engine-1'],
  ],
  [
    'failed answers',
    { engines: [{ ...engine, failures: [{ code: 'ENGINE_TIMEOUT', count: 2 }] }] },
    ['warn answers-1'],
  ],
  ['a full disk', { disk: free(GB / 10) }, ['bad disk-a']],
  ['a nearly full disk', { disk: free(39 * GB) }, ['warn disk-a']],
  [
    'the disk of another server, and its version',
    { servers: [server, { ...server, id: 'b', version: '1.1.0', disk: free(GB / 10) }] },
    ['bad disk-b', 'warn versions'],
  ],
  ['no backups', { backups: { schedule: null, latest: [], done: null } }, ['warn backups']],
  [
    'a failed backup',
    { backups: { ...well.backups, latest: [{ ...done, state: 'failed', failure: 'Full.' }] } },
    ['bad backups'],
  ],
  ['an overdue backup', { at: '2026-11-28T09:00:00.000Z' }, ['bad backups']],
  [
    'what failed, before what to watch',
    {
      documents: { ...well.documents, failed: 1 },
      work: [{ kind: 'deployments', running: 0, waiting: 0, failed: 1, oldest: null }],
      database: { ...well.database, slow: 2 },
      disk: free(0),
    },
    ['bad disk-a', 'warn documents', 'warn work-deployments', 'warn slow'],
  ],
])('tells of %s', (_, system, told) => {
  expect(saidOf(system)).toEqual(told)
})
