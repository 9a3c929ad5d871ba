// Builds the response form of prompt ideas. Pure.
import type { Idea } from '@polylogue/contract'
import { allows, type Level, type Person } from '#access/index.ts'
import { ideaLevel, ideaPolicy } from './policy.ts'
import type { ideas } from './table.ts'

/** An idea with the label of its category. */
export type IdeaRow = typeof ideas.$inferSelect & { readonly category: string }

/** Texts of the shipped ideas by key, in one language. */
export type ShippedTexts = ReadonlyMap<string, string>

export const canOf = (level: Level): Idea['can'] => ({
  edit: allows(ideaPolicy, 'edit', level),
  remove: allows(ideaPolicy, 'remove', level),
})

export function toIdeaResponse(viewer: Person, idea: IdeaRow, texts: ShippedTexts): Idea {
  const { id, shipped, categoryId, category, modified } = idea
  return {
    id,
    prompt: idea.prompt ?? texts.get(shipped ?? '') ?? shipped ?? '',
    categoryId,
    category,
    modified: modified.toISOString(),
    can: canOf(ideaLevel(viewer, idea)),
  }
}

export const pagesOf = (total: number, limit: number): number => Math.ceil(total / limit)
