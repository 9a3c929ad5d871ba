import { useEffect, useEffectEvent, useRef } from 'react'
import type { Files } from './use-files.ts'

/**
 * Returns a function that sends once the pictures among the files are converted. After a file was refused nothing is sent: the
 * person decides.
 */
export function useSendWhenConverted(
  { isConverting, refused }: Pick<Files, 'isConverting' | 'refused'>,
  send: () => void,
): () => void {
  const isDue = useRef(false)
  const converted = useEffectEvent(() => {
    if (isDue.current && refused.length === 0) send()
    isDue.current = false
  })
  useEffect(() => {
    if (!isConverting) converted()
  }, [isConverting])
  return () => {
    if (isConverting) isDue.current = true
    else send()
  }
}
