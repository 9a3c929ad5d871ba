import type { Publication } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import type { Resources } from '#texts/resources.ts'

/** The nouns that can be published: their texts have the words for it. */
type PublishedNoun = {
  [Noun in keyof Resources]: Resources[Noun] extends { publication: { kind: string } } ? Noun : never
}[keyof Resources]

/** What a request says of its item, from the texts of the item's own noun. */
interface ItemWords {
  readonly kind: string
  /** Returns the label of a text of the item. */
  label(field: string): string
  /** Returns the name of a value that is stored as a number or a code, else the value. */
  value(field: string, text: string): string
  /** What else would be shared; empty for an item without parts. */
  readonly notShown: string
}

/** Returns the words for an item. Without its own ones it is an item with texts. */
export function useItemWords({ path }: Publication['item']): ItemWords {
  const { t } = useTranslation('publications')
  const own = useTranslation(path as PublishedNoun).t as (key: string, or: { defaultValue: string }) => string
  const word = (key: string, defaultValue: string) => own(`publication.${key}`, { defaultValue })
  return {
    kind: word('kind', t('kind')),
    label: (field) => word(`fields.${field}`, t('field')),
    value: (field, text) => (text.length > 20 ? text : word(`values.${field}.${text}`, text)),
    notShown: word('notShown', ''),
  }
}

export const levelOf = ({ hasAdminAccess, hasWriteAccess }: Publication): 'read' | 'write' | 'admin' =>
  hasAdminAccess ? 'admin' : hasWriteAccess ? 'write' : 'read'

/** Whether a request is for changed texts alone, not for more access. */
export const isTextChange = ({ changed, hasWriteAccess }: Publication): boolean => changed && !hasWriteAccess
