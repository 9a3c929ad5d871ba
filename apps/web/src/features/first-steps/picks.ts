import type { CatalogueModel } from '@polylogue/contract'

/** Share of a machine's memory that its models may use together. */
const MEMORY_PART = 0.8
/** Speed of the internet connection for the download estimate, which names it. */
export const MBIT_PER_SECOND = 50

/** Picks three text models that fit into memory: the smallest, the middle one and the largest. */
export function picksOf(models: readonly CatalogueModel[], machineMemory: number): CatalogueModel[] {
  const fitting = models
    .filter(({ capabilities }) => capabilities.length === 0 || capabilities.includes('chat'))
    .filter(({ memory, size }) => (memory ?? size ?? 0) <= machineMemory * MEMORY_PART)
    .toSorted((one, other) => one.parameters - other.parameters)
  const places = new Set([0, Math.floor((fitting.length - 1) / 2), fitting.length - 1])
  return [...places].flatMap((place) => fitting[place] ?? [])
}

/** Returns the estimated download time in minutes, at least 1. */
export const minutesFor = (bytes: number): number =>
  Math.max(1, Math.round((bytes * 8) / (MBIT_PER_SECOND * 1_000_000) / 60))
