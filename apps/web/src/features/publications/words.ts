import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import type { Publication } from '@polylogue/contract'

/** The kinds of items that have a name of their own in the texts. */
const KINDS = {
  [CONTEXT_TYPES.project]: 'project',
  [CONTEXT_TYPES.prompt]: 'prompt',
  [CONTEXT_TYPES.custinst]: 'custinst',
  [CONTEXT_TYPES.goldenset]: 'goldenset',
} as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

export const kindOf = ({ contextTypeId }: Publication['item']): Kind | 'other' =>
  new Map<number, Kind>(Object.entries(KINDS).map(([id, kind]) => [Number(id), kind])).get(contextTypeId) ??
  'other'

export const levelOf = ({ hasAdminAccess, hasWriteAccess }: Publication): 'read' | 'write' | 'admin' =>
  hasAdminAccess ? 'admin' : hasWriteAccess ? 'write' : 'read'

const FIELDS = ['prompt', 'comment', 'content', 'description'] as const
type Field = (typeof FIELDS)[number]

/** Returns the field if it has a label of its own. */
export const fieldOf = (field: string): Field | 'other' => FIELDS.find((one) => one === field) ?? 'other'
