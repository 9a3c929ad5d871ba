// Golden sets: prompts with checks (decision 71).
import { isDeepStrictEqual } from 'node:util'
import {
  type CallInput,
  type contract,
  type GoldenPrompt,
  type GoldenSet,
  type GoldenSetEntry,
} from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import type { Items, ItemsDeps } from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { Requester } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import type { Checking } from './checks/checking.ts'
import { goldensetPolicy } from './item.ts'
import { toEntryResponse, toGoldensetResponse } from './rules.ts'
import * as store from './store.ts'
import type { goldenSets } from './table.ts'

type Calls = typeof contract.goldensets
type Body<Name extends 'create' | 'update'> = CallInput<Calls[Name]>['body']

export interface GoldensetsDeps extends ItemsDeps {
  readonly prompts: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED: the viewer may not ask a question from this saved prompt */
    requireReadable(viewer: Person, id: number): Promise<void>
  }
}

/** Access and errors are those of the contract. */
export interface GoldensetsService {
  list(
    viewer: Person,
    wanted: CallInput<Calls['list']>['query'],
  ): Promise<{ total: number; GoldenSets: GoldenSetEntry[] }>
  get(viewer: Person, id: number): Promise<GoldenSet>
  create(viewer: Person, sent: Body<'create'>, gone: AbortSignal): Promise<GoldenSet>
  /** Changes the fields in the request and keeps the others. Runs keep their own prompts. */
  update(viewer: Person, id: number, sent: Body<'update'>, gone: AbortSignal): Promise<GoldenSet>
  remove(viewer: Person, id: number): Promise<void>
}

export function goldensetsService(
  deps: GoldensetsDeps & { readonly checking: Pick<Checking, 'firstMistake'> },
  items: Items<typeof goldenSets>,
): GoldensetsService {
  const { orm } = deps.db
  const respond = async (db: Queries, viewer: Person, item: store.Levelled) => {
    const [found] = await store.withCounts(db, viewer, [item])
    const set = authorize(goldensetPolicy, 'read', found)
    return toGoldensetResponse(viewer, set, await store.promptsOf(db, set.id))
  }
  return {
    async list(viewer, { q, limit, offset }) {
      const { total, sets } = await store.pageOf(orm, viewer, { q, limit, offset })
      return { total, GoldenSets: sets.map((set) => toEntryResponse(viewer, set)) }
    },
    get: async (viewer, id) => respond(orm, viewer, await items.get(viewer, id)),
    async create(viewer, { name, description, prompts = [], assocContexts }, gone) {
      await requireReadable(deps, viewer, prompts, [])
      await requireChecks(deps, { key: viewerKey(viewer), gone }, prompts)
      return deps.db.transaction(async (tx) => {
        await items.requireRoom(tx, viewer)
        const made = await items.create(tx, viewer, { name, description }, { assocContexts })
        await store.setPrompts(tx, made.id, prompts)
        return respond(tx, viewer, made)
      })
    },
    async update(viewer, id, { name, description, prompts, assocContexts, ownerId, ifModified }, gone) {
      // Not in the transaction, which the check of the prompts does not take part in. Access to the set comes first.
      if (prompts) {
        authorize(goldensetPolicy, 'update', await items.find(orm, viewer, id))
        const before = await store.promptsOf(orm, id)
        await requireReadable(deps, viewer, prompts, before)
        if (!isDeepStrictEqual(before, prompts))
          await requireChecks(deps, { key: viewerKey(viewer), gone }, prompts)
      }
      const change = {
        assocContexts,
        ownerId,
        ifModified,
        async fields(tx: Tx, { edition }: { edition: number }) {
          if (!prompts) return { name, description }
          const before = await store.promptsOf(tx, id)
          if (isDeepStrictEqual(before, prompts)) return { name, description }
          await store.setPrompts(tx, id, prompts)
          return { name, description, edition: edition + 1 }
        },
      }
      return respond(orm, viewer, await items.update(viewer, id, change))
    },
    remove: (viewer, id) => items.remove(viewer, id),
  }
}

/** @throws Problem VALIDATION_FAILED when a regular expression or JSON Schema is wrong or takes too long to compile */
async function requireChecks(
  { checking }: { readonly checking: Pick<Checking, 'firstMistake'> },
  requester: Requester,
  prompts: readonly GoldenPrompt[],
): Promise<void> {
  const places = prompts.flatMap(({ checks }, prompt) => checks.map((check, at) => ({ check, prompt, at })))
  const checks = places.map(({ check }) => check)
  const mistake = await checking.firstMistake(requester, checks)
  const place = mistake && places[mistake.at]
  if (!place) return
  const { message } = mistake
  const path = `body.prompts.${place.prompt}.checks.${place.at}.${mistake.path}`
  throw new Problem('VALIDATION_FAILED', { issues: `${path}: ${message}` }, { issues: [{ path, message }] })
}

/** Checks the saved prompts that a request adds; one that is in the set already may be gone since. */
async function requireReadable(
  deps: GoldensetsDeps,
  viewer: Person,
  prompts: readonly GoldenPrompt[],
  before: readonly GoldenPrompt[],
): Promise<void> {
  const known = new Set([0, ...before.map(({ promptId }) => promptId)])
  const added = new Set(prompts.map(({ promptId }) => promptId).filter((promptId) => !known.has(promptId)))
  for (const promptId of added) await deps.prompts.requireReadable(viewer, promptId)
}
