import { useTranslation } from '#lib/texts.ts'
import type { Resources } from '#texts/resources.ts'

/** The texts that every kind of item has. */
interface ItemTexts {
  actionsFor: string
  edit: string
  share: string
  sharingInfo: string
  delete: string
  deleted: string
  deleteFailed: string
  leave: string
  leaveQuestion: string
  left: string
  cannotLeave: string
  /** Its kind, and optionally `fields` and `notShown`, for the reviewers of a share: see features/publications. */
  publication: { kind: string }
}

/** The kinds of items: those whose texts have these keys. */
export type ItemNoun = {
  [Noun in keyof Resources]: Resources[Noun] extends ItemTexts ? Noun : never
}[keyof Resources]

/** Returns the texts that every kind of item has, in the words of one kind. */
export const useItemTexts = (noun: ItemNoun) => useTranslation(noun).t
