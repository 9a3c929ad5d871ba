import type { CatalogueModel } from '@polylogue/contract'

/** The part of a machine's memory that its models may take together. */
const MEMORY_PART = 0.8
/** Of a connection to the internet, for an estimate that names it. */
export const MBIT_PER_SECOND = 50

/** Three models that generate text and fit into memory: the smallest, the one in the middle, the largest. */
export function picksOf(models: readonly CatalogueModel[], machineMemory: number): CatalogueModel[] {
  const fitting = models
    .filter(({ capabilities }) => capabilities.length === 0 || capabilities.includes('chat'))
    .filter(({ memory, size }) => (memory ?? size ?? 0) <= machineMemory * MEMORY_PART)
    .toSorted((one, other) => one.parameters - other.parameters)
  const places = new Set([0, Math.floor((fitting.length - 1) / 2), fitting.length - 1])
  return [...places].flatMap((place) => fitting[place] ?? [])
}

/** Minutes that a download takes at that speed; one at least. */
export const minutesFor = (bytes: number): number =>
  Math.max(1, Math.round((bytes * 8) / (MBIT_PER_SECOND * 1_000_000) / 60))
