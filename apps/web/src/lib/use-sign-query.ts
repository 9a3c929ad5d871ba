import { useEffect, useState, type KeyboardEvent } from 'react'

/**
 * Returns what a draft searches a list for: the text after a sign that begins it, such as `/`. Undefined if it is just text,
 * such as `// comment` or `# heading`.
 */
export function signQuery(sign: '/' | '#', text: string): string | undefined {
  const rest = text.slice(1)
  const isText =
    !text.startsWith(sign) ||
    rest.startsWith(sign) ||
    /^\s/.test(rest) ||
    text.includes('\n') ||
    text.length > 200
  return isText ? undefined : rest.trim()
}

/** The composer, as the lists at it see it. */
export interface ComposerField {
  /** Calls the listener with the text after each change by the user; returns the function that ends that. */
  watch(listener: (text: string) => void): () => void
  /** Lets a list handle the keys first; returns the function that ends that. */
  takeKeys(handle: (event: KeyboardEvent) => boolean): () => void
  /** Empties the draft. */
  clear(): void
}

/** Returns what the draft of a composer searches a list for; undefined when it does not begin with the sign, or was closed. */
export function useSignQuery(
  sign: '/' | '#',
  field: Pick<ComposerField, 'watch'> | null,
): [string | undefined, () => void] {
  const [query, setQuery] = useState<string>()
  const [closed, setClosed] = useState(false)
  useEffect(
    () =>
      field?.watch((text) => {
        const next = signQuery(sign, text)
        setQuery(next)
        // A new sign opens it again.
        if (next === undefined || text === sign) setClosed(false)
      }),
    [field, sign],
  )
  return [closed ? undefined : query, () => setClosed(true)]
}
