import { useLayoutEffect, useRef, useState } from 'react'
import { withConverted } from '#lib/foreign-pictures.ts'
import { isConvertible, sortFiles, type RefusedFile } from './files.ts'

interface SortedFiles {
  /** The files of the last time that data sources do not take. */
  refused: readonly RefusedFile[]
  /** Whether pictures are being converted, after which they are taken. */
  isConverting: boolean
  /** Gives the files that data sources take to `take`; pictures of other formats once they are converted. */
  add(files: readonly File[]): void
  dismiss(): void
}

/** Takes chosen and dropped files for a data source. What is converted after the form is closed is not taken. */
export function useSortedFiles(take: (files: readonly File[]) => void): SortedFiles {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [conversions, setConversions] = useState(0)
  // The data source may have been created while a picture was converted.
  const latest = useRef<typeof take>(undefined)
  useLayoutEffect(() => {
    latest.current = take
    return () => {
      latest.current = undefined
    }
  }, [take])
  const convert = async (files: readonly File[]) => {
    setConversions((now) => now + 1)
    const { accepted, refused: unread } = sortFiles(await withConverted(files))
    setConversions((now) => now - 1)
    setRefused((now) => [...now, ...unread])
    if (accepted.length > 0) latest.current?.(accepted)
  }
  return {
    refused,
    isConverting: conversions > 0,
    add(files) {
      const sorted = sortFiles(files.filter((file) => !isConvertible(file)))
      setRefused(sorted.refused)
      if (sorted.accepted.length > 0) take(sorted.accepted)
      if (files.some(isConvertible)) void convert(files.filter(isConvertible))
    },
    dismiss: () => setRefused([]),
  }
}
