import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { filesOfDrop } from './files.ts'

/** Returns the ref of an element that takes dropped files and folders, and whether they are held over it. */
export function useDropZone(onFiles: (files: readonly File[]) => void) {
  const zone = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent(async (dropped: DataTransfer) => onFiles(await filesOfDrop(dropped)))
  useEffect(() => {
    const element = zone.current
    if (!element) return undefined
    const events = new AbortController()
    const on = (
      name: 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent, data: DataTransfer) => void,
    ) =>
      element.addEventListener(
        name,
        (event) => event.dataTransfer?.types.includes('Files') && act(event, event.dataTransfer),
        events,
      )
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setOver(false)
    })
    on('drop', (event, data) => {
      event.preventDefault()
      setOver(false)
      void take(data)
    })
    return () => events.abort()
  }, [])
  return { zone, over }
}
