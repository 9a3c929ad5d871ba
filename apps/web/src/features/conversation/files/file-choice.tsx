import { useRef, type ReactNode } from 'react'
import type { Files } from './use-files.ts'

/** The browser's own dialog for files: `choose` opens it, what is chosen is added; `input` has to stand on the page. */
export function useFileChoice(files: Files, label: string): { choose: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null)
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={files.accept}
        aria-label={label}
        onChange={(event) => {
          files.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    ),
  }
}
