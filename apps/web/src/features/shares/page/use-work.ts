import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { saveFile } from '#lib/save-file.ts'
import { useConfig } from '#lib/config.ts'
import { loadCode } from '#lib/load-code.ts'
import type { SharedFormat, Download } from './formats.ts'
import type { Reader } from './reading.ts'

export type Work =
  | { readonly does: 'loading'; readonly known: number }
  | { readonly does: 'making' | 'copying' }
  | undefined
export type Failure =
  | { readonly of: 'download' | 'copy' }
  | { readonly of: 'file'; readonly name: string }
  | undefined

/** What somebody does with a shared chat: prints it, downloads it or a file of it, continues in a copy. */
export function useWork(reader: Reader, onCopied: (projectId: number) => void) {
  const config = useConfig()
  const [work, setWork] = useState<Work>(undefined)
  const [failure, setFailure] = useState<Failure>(undefined)
  const [printing, setPrinting] = useState(false)
  const control = useRef<AbortController | undefined>(undefined)
  const run = async (of: Failure, act: (signal: AbortSignal) => Promise<void>) => {
    control.current?.abort()
    const begun = new AbortController()
    control.current = begun
    setFailure(undefined)
    try {
      await act(begun.signal)
    } catch {
      if (!begun.signal.aborted) setFailure(of)
    } finally {
      if (control.current === begun) setWork(undefined)
    }
  }
  const all = (signal: AbortSignal) => reader.all(signal, (known) => setWork({ does: 'loading', known }))
  return {
    work,
    failure,
    /** Whether all messages must be drawn. */
    printing,
    cancel: () => control.current?.abort(),
    print: () =>
      run({ of: 'download' }, async (signal) => {
        await all(signal)
        flushSync(() => {
          setWork(undefined)
          setPrinting(true)
        })
        window.print()
        setPrinting(false)
      }),
    download: (format: SharedFormat) =>
      run({ of: 'download' }, async (signal) => {
        const messages = await all(signal)
        const shown = reader.get()
        if (shown.state !== 'shown') return
        setWork({ does: 'making' })
        const { share, chat } = shown
        await downloadShared({ config, format, share, chat, messages, file: reader.file, signal })
      }),
    file: (key: number, name: string) =>
      run({ of: 'file', name }, async () => saveFile(await reader.file(key), name)),
    copy: () =>
      run({ of: 'copy' }, async () => {
        setWork({ does: 'copying' })
        onCopied(await reader.copy())
      }),
  }
}

/** Downloads a file; rejects when it cannot be made. The writers are those of the product's exports. */
async function downloadShared(download: Download): Promise<void> {
  const { writeShared } = await loadCode(() => import('./write-shared.ts'))
  await writeShared(download)
}
