import { useState } from 'react'
import { withConverted } from '../../../lib/foreign-pictures.ts'
import { isConvertible, sortFiles, type RefusedFile } from './files.ts'

interface SortedFiles {
  /** The files of the last time that data sources do not take. */
  refused: readonly RefusedFile[]
  /** Converts pictures, and gives the files that data sources take to `take`. */
  add(files: readonly File[]): void
  dismiss(): void
}

/** Takes chosen and dropped files for a data source. */
export function useSortedFiles(take: (files: readonly File[]) => void): SortedFiles {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const sort = (files: readonly File[]) => {
    const sorted = sortFiles(files)
    setRefused(sorted.refused)
    if (sorted.accepted.length > 0) take(sorted.accepted)
  }
  return {
    refused,
    add(files) {
      if (files.some(isConvertible)) void withConverted(files, isConvertible).then(sort)
      else sort(files)
    },
    dismiss: () => setRefused([]),
  }
}
