// Opens what an operator uses: the system page, its metrics, and the scheduled backups.
import type { Registry } from 'prom-client'
import type { AnswersFeature } from './features/answers/index.ts'
import type { SearchFeature } from './features/search/index.ts'
import {
  openBackups,
  systemFeature,
  type AnswerCounts,
  type BackUp,
  type ProviderState,
} from './features/system/index.ts'
import { backupScheduleOf } from './backup-schedule.ts'
import type { Models } from './open-models.ts'
import type { Platform } from './open-platform.ts'
import type { WorkLeft } from './platform/work.ts'

interface Parts {
  readonly registry: Registry
  readonly backUp: BackUp | undefined
  readonly counts: AnswerCounts
  readonly answers: AnswersFeature
  readonly search: SearchFeature
  readonly connections: Models['connections']
  readonly work: readonly WorkLeft[]
  readonly freshMs: number | undefined
}

export function openOperating(platform: Platform, parts: Parts) {
  const { config } = platform
  const { registry, counts, answers, search, connections, work, freshMs } = parts
  const operatingDeps = { ...platform, serverId: answers.serverId }
  const backups = openBackups({ ...operatingDeps, schedule: backupScheduleOf(config), backUp: parts.backUp })
  return systemFeature({
    ...operatingDeps,
    registry,
    version: config.version,
    dataDir: config.dataDir,
    counts,
    lines: () => answers.lines(),
    searchLeft: () => search.service.left(),
    work,
    backups,
    freshMs,
    providers: () => connections.connected().map(({ provider }) => toState(provider, connections)),
  })
}

/** A provider works while one of its hosts answers; engines of this process have no hosts. */
function toState(
  { id, name, kind, isLocal, addresses }: ReturnType<Models['connections']['connected']>[number]['provider'],
  connections: Models['connections'],
): ProviderState {
  const checked = addresses.flatMap((address) => connections.healthOf(id, address) ?? [])
  const works = checked.length === 0 || checked.some(({ ok }) => ok)
  return { id, name, kind, isLocal, problem: works ? null : (checked[0]?.problem?.code ?? null) }
}
