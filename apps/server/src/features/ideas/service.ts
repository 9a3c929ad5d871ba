import { IDEA_LIMITS, type CallInput, type contract, type Idea, type IdeaCategory } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { ItemsDeps } from '#access/items/index.ts'
import { laterThan, requireUnchanged } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { ideaLevel, ideaPolicy } from './policy.ts'
import { pagesOf, toIdeaResponse, type IdeaRow } from './rules.ts'
import * as store from './store.ts'
import type { TextFiles } from './texts.ts'

type Calls = typeof contract.ideas
type Body<Name extends 'create' | 'update'> = CallInput<Calls[Name]>['body']
export type Query = CallInput<Calls['list']>['query']

export interface IdeaPage {
  readonly data: { readonly Ideas: Idea[]; readonly IdeaCategories: IdeaCategory[] }
  readonly meta: { readonly total: number; readonly pages: number; readonly canCreate: boolean }
}

/** Access and errors are those of the contract. */
export interface IdeasService {
  list(viewer: Person, query: Query): Promise<IdeaPage>
  create(viewer: Person, sent: Body<'create'>): Promise<Idea>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<Idea>
  remove(viewer: Person, id: number): Promise<void>
}

export interface OwnIdeasDeps {
  readonly audit: ItemsDeps['audit']
  readonly db: Database
  readonly clock: Clock
  readonly texts: TextFiles
  /** The languages that people can choose. */
  readonly languages: () => readonly string[]
}

/** Keeps the ideas in this server's database. */
export function ownIdeas(deps: OwnIdeasDeps): IdeasService {
  const { db, texts } = deps
  return {
    async list(viewer, { category, seed, page, limit, language }) {
      const wanted = { category, seed, limit, offset: (page - 1) * limit }
      const { total, ideas } = await store.pageOf(db.orm, viewer, wanted)
      const shipped = await texts.in(language)
      return {
        data: {
          Ideas: ideas.map((idea) => toIdeaResponse(viewer, idea, shipped)),
          IdeaCategories: await store.categories(db.orm),
        },
        meta: { total, pages: pagesOf(total, limit), canCreate: true },
      }
    },
    create: (viewer, sent) => create(deps, viewer, sent),
    update: (viewer, id, sent) => update(deps, viewer, id, sent),
    remove: (viewer, id) =>
      db.transaction(async (tx) => {
        await store.lock(tx, id)
        requireOn(viewer, 'remove', await store.find(tx, viewer, id))
        await store.remove(tx, id)
        await deps.audit.record(tx, {
          action: 'idea.deleted',
          by: viewer,
          on: { type: 'idea', id, name: '' },
          details: {},
        })
      }),
  }
}

async function create(
  { db, clock }: OwnIdeasDeps,
  viewer: Person,
  { prompt, categoryId }: Body<'create'>,
): Promise<Idea> {
  const { userId, tenantContextId } = viewer
  const limit = IDEA_LIMITS.count
  return db.transaction(async (tx) => {
    if ((await store.countOwn(tx, userId)) >= limit) throw new Problem('TOO_MANY_IDEAS', { limit })
    await requireCategory(tx, categoryId)
    const now = clock.now()
    const fields = { prompt, categoryId, ownerId: userId, tenantContextId, created: now, modified: now }
    const id = await store.insert(tx, fields)
    return toIdeaResponse(viewer, requireOn(viewer, 'read', await store.find(tx, viewer, id)), new Map())
  })
}

async function update(
  deps: OwnIdeasDeps,
  viewer: Person,
  id: number,
  { prompt, categoryId, ifModified, language }: Body<'update'>,
): Promise<Idea> {
  const texts = await deps.texts.in(language)
  return deps.db.transaction(async (tx) => {
    await store.lock(tx, id)
    const before = requireOn(viewer, 'edit', await store.find(tx, viewer, id))
    requireUnchanged(before, ifModified)
    if (categoryId !== undefined) await requireCategory(tx, categoryId)
    await store.update(tx, id, {
      ...(prompt === undefined ? {} : { prompt: await storedPrompt(deps, before, prompt) }),
      ...(categoryId === undefined ? {} : { categoryId }),
      modified: laterThan(before.modified, deps.clock),
    })
    return toIdeaResponse(viewer, requireOn(viewer, 'read', await store.find(tx, viewer, id)), texts)
  })
}

/** Returns null for the shipped text of an idea in any language: it stays translated. */
async function storedPrompt(
  { texts, languages }: OwnIdeasDeps,
  { shipped }: IdeaRow,
  prompt: string,
): Promise<string | null> {
  if (shipped === null) return prompt
  const known = await Promise.all(languages().map((language) => texts.in(language)))
  return known.some((each) => each.get(shipped) === prompt) ? null : prompt
}

function requireOn(
  viewer: Person,
  action: keyof typeof ideaPolicy.needs,
  idea: IdeaRow | undefined,
): IdeaRow {
  return authorize(ideaPolicy, action, idea && { ...idea, level: ideaLevel(viewer, idea) })
}

async function requireCategory(db: Queries, id: number): Promise<void> {
  if (!(await store.categoryExists(db, id))) throw new Problem('NOT_FOUND', { thing: 'category' })
}
