import { createContext, use } from 'react'
import type { ItemKind } from './kind.ts'

/** The kinds of items; `app/` provides them. */
export const ItemKindsContext = createContext<readonly ItemKind[]>([])

export const useItemKinds = () => use(ItemKindsContext)
