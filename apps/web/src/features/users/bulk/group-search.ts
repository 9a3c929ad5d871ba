import type { ComponentType } from 'react'

/** Searches a group by name; given by the page, because groups show people themselves. */
export type GroupSearch = ComponentType<{
  label: string
  onChoose: (group: { id: number; displayName: string }) => void
}>
