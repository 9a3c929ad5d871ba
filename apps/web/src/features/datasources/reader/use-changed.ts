import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Mark } from './sections.ts'

/**
 * Returns whether the marked text is another one than an answer quoted: its address has a part of the hash of the text. False
 * where browsers do not compute hashes, on pages without TLS.
 */
export function useChanged(text: string, mark: Mark | undefined): boolean {
  const [params] = useSearchParams()
  const sum = params.get('sum')
  const quoted = mark && sum !== null ? text.slice(mark.from, mark.to) : undefined
  const [found, setFound] = useState<{ quoted: string; sum: string }>()
  useEffect(() => {
    // Undefined on pages without TLS, although its type does not say so.
    const subtle = crypto.subtle as SubtleCrypto | undefined
    if (quoted === undefined || !subtle) return undefined
    let left = false
    const compute = async () => {
      const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(quoted)))
      const hex = Array.from(hash.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
      if (!left) setFound({ quoted, sum: hex })
    }
    void compute()
    return () => {
      left = true
    }
  }, [quoted])
  return found !== undefined && found.quoted === quoted && found.sum !== sum
}
