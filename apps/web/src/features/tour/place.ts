// Positions the tour card: beside its target, inside the window, or centred when there is no target.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export type Side = 'right' | 'left' | 'below' | 'above' | 'middle'

export interface Placed {
  left: number
  top: number
  side: Side
  /** Offset of the pointer's centre along the edge of the card. */
  pointer: number
}

/** Minimum distance from the window's edges. */
const EDGE = 8

/** Size of the pointer: a rotated square, half hidden (PAGE-3). */
export const POINTER = 20

/** Positions a card of the given size beside the target, on the first side with enough room, and moves it by `shift`; in pixels of the window. */
export function placeCard(
  target: Box | null,
  card: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
  offset: number,
  shift: Pick<Box, 'top' | 'left'> = { top: 0, left: 0 },
): Placed {
  const side = target ? sideFor(target, card, view, offset) : 'middle'
  if (!target || side === 'middle')
    return {
      left: clamp((view.width - card.width) / 2, view.width - card.width),
      top: clamp((view.height - card.height) / 2, view.height - card.height),
      side: 'middle',
      pointer: 0,
    }
  const beside = side === 'right' || side === 'left'
  const wanted = {
    right: { left: target.left + target.width + offset, top: middle(target.top, target.height, card.height) },
    left: { left: target.left - offset - card.width, top: middle(target.top, target.height, card.height) },
    below: { left: middle(target.left, target.width, card.width), top: target.top + target.height + offset },
    above: { left: middle(target.left, target.width, card.width), top: target.top - offset - card.height },
  }[side]
  const left = clamp(wanted.left + shift.left, view.width - card.width)
  const top = clamp(wanted.top + shift.top, view.height - card.height)
  const pointer = beside
    ? along(target.top + target.height / 2 - top, card.height)
    : along(target.left + target.width / 2 - left, card.width)
  return { left, top, side, pointer }
}

function sideFor(
  target: Box,
  card: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
  offset: number,
): Side {
  const wide = card.width + offset + EDGE
  const high = card.height + offset + EDGE
  if (view.width - target.left - target.width >= wide) return 'right'
  if (view.height - target.top - target.height >= high) return 'below'
  if (target.top >= high) return 'above'
  return target.left >= wide ? 'left' : 'middle'
}

const middle = (start: number, size: number, own: number) => start + size / 2 - own / 2
const clamp = (value: number, room: number) => Math.max(EDGE, Math.min(value, room - EDGE))
/** Keeps the pointer off the card's rounded corners. */
const along = (value: number, size: number) => Math.max(POINTER, Math.min(value, size - POINTER))
