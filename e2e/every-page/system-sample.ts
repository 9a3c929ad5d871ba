// What the page “System” shows in screenshots: an installation with two servers and some troubles.
import type { System } from '@polylogue/contract'
import { NOW } from './frozen.ts'

const GB = 1_000_000_000
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString()
const quiet = { running: 0, waiting: 0, failed: 0, oldest: null }
const disk = (free: number) => ({ freeBytes: free * GB, totalBytes: 400 * GB, reserveBytes: GB / 5 })
const server = { started: ago(12 * 1_440 + 250), seen: NOW, memoryBytes: 512_000_000, version: '1.0.0' }
const engine = {
  kind: 'ollama',
  isLocal: true,
  connected: true,
  problem: null,
  running: 0,
  waiting: 0,
  oldestMs: null,
  failures: [],
}
const backup = (days: number, minutes: number) => ({
  state: 'done' as const,
  began: ago(days * 1_440 + 400),
  ended: ago(days * 1_440 + 400 - minutes),
  file: '/mnt/backups/scheduled-20260312-020000.polylogue',
  bytes: 38 * GB,
  failure: null,
})
const minutes = [11, 10, 11, 12, 10, 11, 9, 11, 10, 11, 9, 10, 8, 9, 9]

export const SYSTEM: System = {
  at: NOW,
  serverId: 'a',
  version: '1.0.0',
  migration: { number: 27, name: 'system' },
  servers: [
    {
      ...server,
      id: 'a',
      name: 'chat-1.stadtwerke-beispielhausen.example',
      running: 5,
      waiting: 14,
      disk: disk(116),
    },
    { ...server, id: 'b', name: 'chat-2', running: 2, waiting: 6, disk: disk(28) },
  ],
  countedSince: server.started,
  engines: [
    {
      ...engine,
      providerId: 1,
      name: 'Ollama, gpu-01',
      running: 3,
      waiting: 2,
      oldestMs: 14_000,
      lastHour: [4, 5, 7, 6, 8, 12, 9, 11, 14, 10, 12, 9],
    },
    {
      ...engine,
      providerId: 2,
      name: 'Ollama, gpu-02 Rechenzentrum Umspannwerk Nord',
      running: 1,
      problem: 'ENGINE_UNREACHABLE',
      failures: [{ code: 'ENGINE_UNREACHABLE', count: 6 }],
      lastHour: [2, 1, 3, 2, 2, 4, 3, 3, 2, 1, 2, 0],
    },
    {
      ...engine,
      providerId: 3,
      kind: 'openai',
      name: 'vLLM',
      running: 2,
      waiting: 18,
      oldestMs: 96_000,
      failures: [
        { code: 'ENGINE_TIMEOUT', count: 3 },
        { code: 'ENGINE_OUT_OF_MEMORY', count: 1 },
      ],
      lastHour: [0, 0, 0, 1, 11, 12, 10, 12, 11, 12, 11, 12],
    },
    {
      ...engine,
      providerId: 4,
      kind: 'openai',
      isLocal: false,
      name: 'Mistral AI',
      running: 1,
      lastHour: [1, 0, 2, 1, 1, 3, 2, 1, 0, 1, 2, 1],
    },
    {
      ...engine,
      providerId: 5,
      kind: 'guide',
      name: 'Guide',
      lastHour: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    },
  ],
  work: [
    { ...quiet, kind: 'deployments', running: 1 },
    { ...quiet, kind: 'documents', running: 2, waiting: 15, failed: 3, oldest: ago(6) },
    { ...quiet, kind: 'vectors' },
    { ...quiet, kind: 'test-runs' },
    { ...quiet, kind: 'replays', running: 1 },
    { ...quiet, kind: 'golden-runs' },
    { ...quiet, kind: 'queries.forget-blobs', waiting: 2, failed: 2, oldest: ago(130) },
  ],
  search: { left: 0 },
  documents: { left: 17, failed: 3, lastHour: [0, 0, 0, 0, 44, 41, 38, 35, 30, 26, 21, 17] },
  database: {
    kind: 'postgres',
    connections: 8,
    waiting: 0,
    statementMs: 2.6,
    lastHour: [2, 2, 3, 2, 2, 4, 3, 2, 2, 5, 3, 2.6],
    slow: 0,
    bytes: 18.4 * GB,
  },
  disk: disk(116),
  backups: {
    schedule: { at: '03:00', keep: 14, folder: '/mnt/backups', next: ago(-1_040) },
    latest: minutes.map((lasted, days) => backup(days, lasted)),
    done: backup(0, 11),
  },
}
