// What a noun that people own and share declares about itself: its dialogs and lists, where it is shown, and which live events it
// has. Its texts are `texts/{language}/{noun}.json`, and in `{noun}.kind.json` those of the navigation and the palette. The addresses of
// its pages are in `app/feature-pages.ts`: the router needs them before anybody signs in.
import type { Permission, PluginId } from '@polylogue/contract'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { Api } from '#lib/api.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import type { IconName } from '#ui/icon.tsx'
import type { ItemNoun } from './item-texts.ts'

/** A kind of item. `app/item-kinds.ts` lists them for the first paint: what a kind needs later, it loads later. */
export interface ItemKind {
  /** Also the path of its page and its calls, the file of its texts, and the beginning of its query keys. */
  readonly noun: ItemNoun
  /** The permission without which nothing of it is shown. */
  readonly needs?: Permission
  /** The plugin that offers it; absent for a noun that is always offered. */
  readonly plugin?: PluginId
  readonly list: ItemList
  /** Its section in the side panel of a project. */
  readonly Section?: ComponentType<{ openTab: OpenTab | undefined }>
  /** Its dialogs that open on every page; absent for a noun whose pages have them. */
  readonly dialogs?: ItemKindDialogs
  readonly live: ItemLive
}

/** Its row in the library of the navigation, its palette entries and its count. */
interface ItemList {
  readonly icon: IconName
  /** The page of the list, where it is not `/{noun}`. */
  readonly path?: string
  /** The icon of the action that creates an item; a plus sign by default. */
  readonly addIcon?: IconName
  /** The items that the library warns about: a filter of the list's call. */
  readonly failed?: Readonly<Record<string, number>>
  /** Where the count is not the total of the list's call. */
  readonly count?: ItemCount
}

interface ItemCount {
  readonly queryKey: QueryKey
  fetch(api: Api, signal: AbortSignal, userId: number): Promise<unknown>
  /** Returns the number of items in what was fetched. */
  of(data: unknown): number
}

interface ItemKindDialogs {
  /** The dialogs beyond those of every kind. */
  readonly further?: readonly string[]
  /** Whether an address that has an item's parameter and no dialog opens one, too. */
  readonly opensAlone?: boolean
  readonly View: (props: { opened: boolean }) => ReactNode
}

/** The live events about a kind, after which all of its data is refetched. */
interface ItemLive {
  readonly codes: readonly number[]
  /** Whether a handler in `live.ts` refetches instead: that of a noun whose events say what changed. */
  readonly hasHandler?: true
  /** Minimum time between two refetches, in milliseconds. */
  readonly gapMs?: number
}

/** The kinds of items; `app/` provides them. */
export const ItemKindsContext = createContext<readonly ItemKind[]>([])

export const useItemKinds = () => use(ItemKindsContext)
