import type { Icon as TablerIcon } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { patiently } from '../lib/patiently.ts'

type Icons = Readonly<Record<string, TablerIcon>>

let icons: Icons | undefined
let loading: Promise<void> | undefined
const heard = new Set<() => void>()

/** Fetches them once; who waits for them is drawn again. */
export function loadRareIcons(): Promise<void> {
  loading ??= patiently(async () => (await import('./rare-icons.ts')).rareIcons).then(
    (fetched) => {
      icons = fetched
      for (const hear of heard) hear()
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

const loaded = () => icons

function hearOf(hear: () => void): () => void {
  heard.add(hear)
  return () => heard.delete(hear)
}

/** The icons that are not in the page's own code; undefined until they are there. */
export function useRareIcons(): Icons | undefined {
  useEffect(() => void loadRareIcons(), [])
  return useSyncExternalStore(hearOf, loaded, loaded)
}
