// Reads a file in a worker, which is terminated with the dialog.
import { useEffect, useState } from 'react'
import type { Found, Wrong } from './formats.ts'
import { FILE_LIMIT } from './limits.ts'
import type { Read } from './worker.ts'

export type Reading =
  | { state: 'none' }
  | { state: 'reading'; name: string }
  | { state: 'found'; name: string; found: Found }
  | { state: 'wrong'; name: string; wrong: Wrong }

export function useReading(): { reading: Reading; read: (file: File) => void; forget: () => void } {
  const [file, setFile] = useState<File | undefined>(undefined)
  const [reading, setReading] = useState<Reading>({ state: 'none' })
  useEffect(() => {
    if (!file) return undefined
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Read>) =>
      setReading({
        name: file.name,
        ...('found' in data ? { state: 'found', ...data } : { state: 'wrong', ...data }),
      }),
    )
    worker.addEventListener('error', () => setReading({ state: 'wrong', name: file.name, wrong: 'json' }))
    worker.postMessage(file)
    return () => worker.terminate()
  }, [file])
  const read = (next: File) => {
    const tooLarge = next.size > FILE_LIMIT
    setFile(tooLarge ? undefined : next)
    setReading(
      tooLarge ? { state: 'wrong', name: next.name, wrong: 'size' } : { state: 'reading', name: next.name },
    )
  }
  const forget = () => {
    setFile(undefined)
    setReading({ state: 'none' })
  }
  return { reading, read, forget }
}
