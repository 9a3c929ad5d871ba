// Fills chunks with the sections of a document.
import { estimateTokens, TOKEN_UNITS, tokenOffsets } from './tokens.ts'
import { isBare, type PlacedBlock, type Section } from './blocks.ts'
import { isPairLetter } from './scan.ts'
import { partsOf, type Unit } from './units.ts'

export interface ChunkSettings {
  /** Maximum tokens of a chunk, 64 to 8,192. */
  readonly size: number
  /** Tokens of the overlap, 16 to 128: whole words before the chunk that it repeats. */
  readonly overlap: number
  /** Whether title and headings are indexed with each chunk. */
  readonly contextual: boolean
}

/** More than the tokens of the largest piece. */
const PIECE_TOKENS = 20

/** Fills chunks with units, one after the other. */
export class Cutting {
  readonly cuts: { from: number; to: number }[] = []
  readonly #text: string
  /** Estimated tokens before each place, in units. */
  readonly #units: Uint32Array
  readonly #limit: number
  readonly #overlap: number
  /** The chunk that is being filled. */
  #from = 0
  #to = 0
  /** The start of its own text, after the overlap. */
  #own = 0
  /** The end of the chunk without trailing units that belong to the next one. */
  #loose = 0
  /** The earliest start of the overlap. */
  #section = 0

  constructor(text: string, { size, overlap }: ChunkSettings) {
    this.#text = text
    this.#units = tokenOffsets(text)
    // Subtracts the constant of an estimate, so that no chunk is estimated as too large.
    this.#limit = Math.max(PIECE_TOKENS, size - estimateTokens('')) * TOKEN_UNITS
    this.#overlap = Math.min(overlap * TOKEN_UNITS, this.#limit / 4)
  }

  /** Whether sections that follow each other are shorter than a quarter of a chunk. */
  isShort(sections: readonly Section[]): boolean {
    return this.#size(sections[0]?.from ?? 0, sections.at(-1)?.to ?? 0) < this.#limit / 4
  }

  addSection(section: Section): void {
    this.#section = section.from
    const whole = { level: 'block', lines: false, overlaps: true } as const
    if (this.isShort([section]))
      return this.#add({ ...whole, from: section.from, to: section.to, glued: isBare(section) })
    section.blocks.forEach((block, index) => {
      const { from, to, kind } = block
      const isLarge = this.#size(from, to) >= this.#limit / 4
      this.#add({
        from,
        to,
        level: 'block',
        lines: kind !== 'text' && kind !== 'heading',
        overlaps: kind !== 'table' && kind !== 'code',
        glued: !isLarge && introduces(block, section.blocks[index + 1]),
      })
    })
  }

  /** Ends the chunk, and starts one without overlap. */
  close(): void {
    if (this.#to > this.#from) this.cuts.push({ from: this.#from, to: this.#to })
    this.#from = this.#own = this.#loose = this.#to
  }

  #size(from: number, to: number): number {
    return (this.#units[to] ?? 0) - (this.#units[from] ?? 0)
  }

  #add(unit: Unit): void {
    if (this.#fits(unit)) return this.#take(unit)
    const isLarge = this.#size(unit.from, unit.to) > this.#limit
    const isHalfFull = this.#size(this.#from, this.#to) >= this.#limit / 2
    if (unit.level !== 'piece' && (isLarge || !isHalfFull) && (unit.level === 'block' || isLarge))
      for (const part of partsOf(this.#text, unit)) this.#add(part)
    else {
      this.#cut(unit)
      this.#take(unit)
    }
  }

  #fits({ to }: Unit): boolean {
    return this.#size(this.#from, to) <= this.#limit
  }

  #take({ to, glued }: Unit): void {
    this.#to = to
    if (!glued) this.#loose = to
  }

  /** Ends the chunk before the units that belong to the next one, and starts one in which the unit fits. */
  #cut(unit: Unit): void {
    const fitsWithGlued = this.#size(this.#loose, unit.to) <= this.#limit
    if (fitsWithGlued && this.#loose === this.#own && this.#from < this.#own) {
      // All its own text belongs to the unit: they fit without the overlap.
      this.#from = this.#own
      return
    }
    const end = fitsWithGlued && this.#loose > this.#own ? this.#loose : this.#to
    this.cuts.push({ from: this.#from, to: end })
    this.#own = end
    const overlapping = !unit.overlaps || unit.level === 'piece' ? end : this.#overlapBefore(end)
    this.#from = this.#size(overlapping, unit.to) <= this.#limit ? overlapping : end
    this.#loose = Math.max(end, this.#loose)
  }

  /** Returns the start of the overlap: whole words before a cut that the next chunk repeats. */
  #overlapBefore(cut: number): number {
    let from = cut
    for (let at = cut - 1; at > this.#from && at >= this.#section; at--) {
      if (this.#size(at, cut) > this.#overlap) break
      if (beginsWord(this.#text, at)) from = at
    }
    return from
  }
}

/** Returns whether a block belongs to the next one: a heading, or the line before a list. */
function introduces({ kind, text }: PlacedBlock, next: PlacedBlock | undefined): boolean {
  if (next === undefined) return false
  return (
    kind === 'heading' || (kind === 'text' && next.kind !== 'text' && text.slice(-20).trimEnd().endsWith(':'))
  )
}

function beginsWord(text: string, at: number): boolean {
  if (isPairLetter(text.charCodeAt(at))) return true
  return /\s/.test(text[at - 1] ?? ' ') && !/\s/.test(text[at] ?? ' ')
}
