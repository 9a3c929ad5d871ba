import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { ACCEPT } from './files.ts'

interface FileButtonProps {
  icon: 'upload' | 'folder-plus'
  size?: 'small' | undefined
  busy?: boolean
  label: string
  /** Accessible name of the hidden input. */
  name: string
  folder?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Opens the file dialog of the browser. */
export function FileButton({ icon, size, busy, label, name, folder = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} size={size} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          if (element) element.webkitdirectory = folder
        }}
        type="file"
        multiple
        hidden
        aria-label={name}
        {...(folder ? {} : { accept: ACCEPT })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
