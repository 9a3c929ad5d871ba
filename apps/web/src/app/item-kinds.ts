// The kinds of items, in the order of the library and of the side panel. A new noun adds a line; what it declares is read by the
// navigation, the side panel, the shell's dialogs, the palette, the dashboard and the live events.
import { chatbotKind } from '#features/chatbots/kind.ts'
import { custInstKind } from '#features/custinsts/kind.ts'
import { datasourceKind } from '#features/datasources/kind.ts'
import { goldenSetKind } from '#features/goldensets/kind.ts'
import type { ItemKind } from '#features/items/index.ts'
import { promptKind } from '#features/prompts/kind.ts'

export const ITEM_KINDS: readonly ItemKind[] = [
  promptKind,
  datasourceKind,
  custInstKind,
  goldenSetKind,
  chatbotKind,
]
