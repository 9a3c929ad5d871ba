// Reads files in a worker, which is terminated with the dialog.
import { useEffect, useState } from 'react'
import type { FoundChat, ImportedChats, Wrong } from './formats.ts'
import { FILE_LIMIT } from './limits.ts'
import type { Read } from './worker.ts'

export type Reading =
  | { state: 'none' }
  | { state: 'reading'; name: string }
  | { state: 'found'; name: string; found: ImportedChats }
  | { state: 'wrong'; name: string; wrong: Wrong }

export function useReading(): {
  reading: Reading
  read: (files: readonly File[]) => void
  forget: () => void
} {
  const [files, setFiles] = useState<readonly File[]>([])
  const [reading, setReading] = useState<Reading>({ state: 'none' })
  useEffect(() => {
    if (files.length === 0) return undefined
    const name = nameOf(files)
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const chats: FoundChat[] = []
    worker.addEventListener('message', ({ data }: MessageEvent<Read>) => {
      if ('chats' in data) for (const chat of data.chats) chats.push(chat)
      else if ('wrong' in data) setReading({ state: 'wrong', name, wrong: data.wrong })
      else setReading({ state: 'found', name, found: { chats, ...data.rest } })
    })
    worker.addEventListener('error', () => setReading({ state: 'wrong', name, wrong: 'json' }))
    worker.postMessage(files)
    return () => worker.terminate()
  }, [files])
  const read = (next: readonly File[]) => {
    if (next.length === 0) return
    const name = nameOf(next)
    const tooLarge = next.reduce((sum, { size }) => sum + size, 0) > FILE_LIMIT
    setFiles(tooLarge ? [] : next)
    setReading(tooLarge ? { state: 'wrong', name, wrong: 'size' } : { state: 'reading', name })
  }
  const forget = () => {
    setFiles([])
    setReading({ state: 'none' })
  }
  return { reading, read, forget }
}

const nameOf = (files: readonly File[]): string => files.map(({ name }) => name).join(', ')
