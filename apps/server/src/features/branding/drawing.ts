// Counts what a browser draws of an SVG: an element that is used ten times is drawn ten times, and so is what it uses. Pure.

interface Part {
  readonly id: string | undefined
  readonly parts: Part[]
  /** Ids of the parts that are drawn here again: `href="#a"`, `fill="url(#a)"`. */
  readonly used: readonly string[]
  /** Elements that are drawn for this one; undefined while they are being counted. */
  size?: number
}

export interface Drawing {
  /** Opens an element; returns its depth. */
  open(attributes: Readonly<Record<string, string>>): number
  close(): void
  /** Returns how many elements are drawn; infinity if parts use each other, or one another too deeply. */
  size(): number
}

/** Uses within uses. */
const DEEPEST = 200

export function openDrawing(): Drawing {
  const root: Part = { id: undefined, parts: [], used: [] }
  const opened = [root]
  const byId = new Map<string, Part>()
  return {
    open(attributes) {
      const used = Object.entries(attributes).flatMap(([name, value]) => [...usedIn(name, value)])
      const part: Part = { id: attributes['id'], parts: [], used }
      opened.at(-1)?.parts.push(part)
      if (part.id !== undefined && !byId.has(part.id)) byId.set(part.id, part)
      return opened.push(part) - 1
    },
    close: () => void opened.pop(),
    size: () => sizeOf(root, byId, new Set()),
  }
}

function* usedIn(name: string, value: string): Generator<string> {
  if (/^(?:\w+:)?href$/.test(name) && value.startsWith('#')) yield value.slice(1)
  for (const [, id = ''] of value.matchAll(/url\(\s*["']?#([^"')\s]*)/g)) yield id
}

/** Counts each part once: `size` remembers it. */
function sizeOf(part: Part, byId: ReadonlyMap<string, Part>, open: Set<Part>): number {
  if (part.size !== undefined) return part.size
  if (open.has(part) || open.size > DEEPEST) return Infinity
  open.add(part)
  let size = 1
  for (const inner of part.parts) size += sizeOf(inner, byId, open)
  for (const id of part.used) {
    const target = byId.get(id)
    if (target) size += sizeOf(target, byId, open)
  }
  open.delete(part)
  part.size = size
  return size
}
