import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { filesOfDrop } from './files.ts'

/** Returns the ref of an element that takes dropped files and folders, and whether they are held over it. */
export function useDropZone(onFiles: (files: readonly File[]) => void) {
  const zone = useRef<HTMLDivElement>(null)
  const over = useDrop(onFiles, () => zone.current)
  return { zone, over }
}

/**
 * Takes files that are dropped anywhere on the page, except where something else takes them or a dialog is open. Returns
 * whether they are held over the page.
 */
export const usePageDrop = (onFiles: (files: readonly File[]) => void): boolean =>
  useDrop(onFiles, () => document)

function useDrop(onFiles: (files: readonly File[]) => void, zoneOf: () => HTMLElement | Document | null) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(async (dropped: DataTransfer) => onFiles(await filesOfDrop(dropped)))
  const find = useEffectEvent(zoneOf)
  useEffect(() => {
    const zone = find()
    if (!zone) return undefined
    const events = new AbortController()
    const on = (
      name: 'dragover' | 'dragleave' | 'drop',
      act: (event: DragEvent, data: DataTransfer) => void,
    ) =>
      zone.addEventListener(
        name,
        // The two kinds of zones have no common type of events.
        (event) => event instanceof DragEvent && hasFiles(event) && act(event, event.dataTransfer),
        events,
      )
    on('dragover', (event, data) => {
      const taker = takerOf(event)
      setOver(taker === 'this')
      event.preventDefault()
      if (taker === 'nobody') data.dropEffect = 'none'
    })
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setOver(false)
    })
    on('drop', (event, data) => {
      const taker = takerOf(event)
      setOver(false)
      event.preventDefault()
      if (taker === 'this') void take(data)
    })
    return () => events.abort()
  }, [])
  return over
}

const hasFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') === true

/**
 * Who takes files that are dropped here: an inner zone; nobody while a dialog covers the page (the browser would open them in
 * its place); or this zone.
 */
function takerOf(event: DragEvent): 'inner' | 'nobody' | 'this' {
  if (event.defaultPrevented) return 'inner'
  const isCovered =
    event.currentTarget === document && document.getElementById('root')?.hasAttribute('inert') === true
  return isCovered ? 'nobody' : 'this'
}
