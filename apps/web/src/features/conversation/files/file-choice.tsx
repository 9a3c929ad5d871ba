import { useRef, type ReactNode } from 'react'
import type { Files } from './use-files.ts'

/** Opens the file dialog of the browser with `choose` and adds the chosen files; render `input` on the page. */
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
