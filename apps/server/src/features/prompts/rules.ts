// Builds the response form of saved prompts and decides what makes a new version. Pure.
import { isDeepStrictEqual } from 'node:util'
import {
  PROMPT_SEARCH_FIELDS,
  type PromptOutput,
  type PromptSearchField,
  type PromptVersion,
  type SavedPrompt,
} from '@polylogue/contract'
import { toSharesResponse, type Person } from '#access/index.ts'
import { labelsOfKind, type ItemFacts, type LabelKind } from '#access/items/index.ts'
import { VERSIONED, type prompts, type promptVersions } from './table.ts'

/** What the other tables know of a prompt. */
export interface Counts {
  readonly output: PromptOutput
  readonly changedBy: number | null
  readonly versions: number
  readonly likes: number
  readonly liked: boolean
  readonly usageCount: number
  readonly up: number
  readonly down: number
  /** `at` as PostgreSQL writes it. */
  readonly lastChecked: SavedPrompt['lastChecked']
}
export type PromptFacts = ItemFacts<typeof prompts> & Counts
export type VersionFacts = typeof promptVersions.$inferSelect & { readonly output: PromptOutput }

/** A deleted account is user 0. */
const somebody = (id: number | null) => ({ id: id ?? 0 })

export function toPromptResponse(viewer: Person, prompt: PromptFacts): SavedPrompt {
  const { id, uuid, name, comment, type, state, mediaId, options, custInstWhoId, custInstRespondId } = prompt
  const { versions, likes, liked, usageCount, up, down, lastChecked } = prompt
  return {
    id,
    uuId: uuid,
    title: name,
    comment,
    prompt: prompt.prompt,
    type,
    state,
    promptOutput: prompt.output,
    model: { id: prompt.modelId, name: prompt.modelName },
    mediaId,
    categories: labelsOfKind(prompt.labels, 'category'),
    tags: labelsOfKind(prompt.labels, 'tag'),
    options,
    custInstWhoId,
    custInstRespondId,
    assocContexts: toSharesResponse(viewer, prompt),
    context: { id: prompt.contextId, ownerContextId: prompt.ownerContextId },
    creator: { id: prompt.ownerId },
    changedBy: somebody(prompt.changedBy),
    versions,
    likes,
    liked,
    usageCount,
    ratings: { up, down },
    lastChecked: lastChecked && { ...lastChecked, at: new Date(lastChecked.at).toISOString() },
    waitsForApproval: prompt.waits,
    created: prompt.created.toISOString(),
    modified: prompt.modified.toISOString(),
  }
}

export function toVersionResponse(found: VersionFacts): PromptVersion {
  const { version, name: title, comment, prompt, output, options, changedBy, changed } = found
  return {
    version,
    title,
    comment,
    prompt,
    promptOutput: output,
    model: { id: found.modelId, name: found.modelName },
    options,
    changedBy: somebody(changedBy),
    changed: changed.toISOString(),
  }
}

export type Versioned = Pick<typeof prompts.$inferSelect, (typeof VERSIONED)[number]>

/** Returns whether a change of a prompt makes a new version. */
export function makesVersion(before: Versioned, after: Versioned): boolean {
  return VERSIONED.some((name) => !isDeepStrictEqual(before[name], after[name]))
}

const COLUMNS: Partial<Record<PromptSearchField, string>> = {
  title: 'name',
  prompt: 'prompt',
  comment: 'comment',
}
const KINDS: Partial<Record<PromptSearchField, LabelKind>> = { categories: 'category', tags: 'tag' }

/** Returns where a list is searched: columns of prompts, and kinds of labels. */
export function searchedIn(fields: string | undefined): { columns: string[]; labelKinds: LabelKind[] } {
  const chosen = new Set(fields ? fields.split(',') : PROMPT_SEARCH_FIELDS)
  const wanted = PROMPT_SEARCH_FIELDS.filter((field) => chosen.has(field))
  return {
    columns: wanted.flatMap((field) => COLUMNS[field] ?? []),
    labelKinds: wanted.flatMap((field) => KINDS[field] ?? []),
  }
}
