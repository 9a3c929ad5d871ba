// What SheetJS does not read of an OpenDocument sheet, found in the bytes of its content: hidden sheets, rows and columns, and
// drawings, whose text it would take for that of their cell. A tree of all cells would need more memory than the reader of sheets.

/** Bytes of one drawing that is read. */
const MAX_DRAWING = 2_000_000
/** Hidden ranges of rows or columns, and drawings, of a file. */
const MAX_FOUND = 50_000

export interface OpenSheet {
  readonly name: string
  readonly isHidden: boolean
  /** First row or column, and the one after the last. */
  readonly hiddenRows: [number, number][]
  readonly hiddenColumns: [number, number][]
  /** The outermost elements of its drawings. */
  readonly drawings: Buffer[]
}

export interface OpenContent {
  readonly sheets: readonly OpenSheet[]
  /** The content without drawings. */
  readonly cells: Buffer
}

export function readOpenContent(content: Buffer): OpenContent {
  const scan = new Scan(content)
  for (const tag of tagsOf(content)) scan.take(tag)
  return scan.end()
}

class Scan {
  readonly #content: Buffer
  readonly #hiddenStyles: ReadonlySet<string>
  readonly #sheets: OpenSheet[] = []
  readonly #kept: Buffer[] = []
  #keptTo = 0
  /** The drawing that is open: how many are within each other, and where it began. */
  #depth = 0
  #from = 0
  #row = 0
  #repeated = 1
  #column = 0
  #found = 0

  constructor(content: Buffer) {
    this.#content = content
    this.#hiddenStyles = hiddenStylesOf(content)
  }

  take(tag: Tag): void {
    if (tag.name.startsWith('draw:')) this.#drawing(tag)
    else if (this.#depth > 0) return
    else if (tag.name === 'table:table') this.#sheet(tag)
    else if (tag.name === 'table:table-row') this.#rowTag(tag)
    else if (tag.name === 'table:table-column') this.#columnTag(tag)
  }

  end(): OpenContent {
    const cells =
      this.#keptTo === 0
        ? this.#content
        : Buffer.concat([...this.#kept, this.#content.subarray(this.#keptTo)])
    return { sheets: this.#sheets, cells }
  }

  #sheet({ at, end, isEnd, isEmpty }: Tag): void {
    if (isEnd || isEmpty) return
    const tag = this.#content.toString('utf8', at, end)
    this.#sheets.push({
      name: decoded(valueIn(tag, 'table:name')),
      isHidden: this.#hiddenStyles.has(valueIn(tag, 'table:style-name')),
      hiddenRows: [],
      hiddenColumns: [],
      drawings: [],
    })
    this.#row = 0
    this.#column = 0
  }

  #rowTag({ at, end, isEnd, isEmpty }: Tag): void {
    if (isEnd) this.#row += this.#repeated
    // SheetJS does not count rows without cells.
    if (isEnd || isEmpty) return
    const tag = this.#content.toString('latin1', at, end)
    this.#repeated = numberIn(tag, 'table:number-rows-repeated')
    if (isCollapsed(tag)) this.#hide('hiddenRows', this.#row, this.#repeated)
  }

  #columnTag({ at, end, isEnd }: Tag): void {
    if (isEnd) return
    const tag = this.#content.toString('latin1', at, end)
    const columns = numberIn(tag, 'table:number-columns-repeated')
    if (isCollapsed(tag)) this.#hide('hiddenColumns', this.#column, columns)
    this.#column += columns
  }

  #hide(list: 'hiddenRows' | 'hiddenColumns', from: number, count: number): void {
    if (++this.#found < MAX_FOUND) this.#sheets.at(-1)?.[list].push([from, from + count])
  }

  #drawing({ name, at, end, isEnd, isEmpty }: Tag): void {
    // A link around a drawing.
    if (name === 'draw:a') return
    if (this.#depth === 0) {
      if (isEnd) return
      this.#from = at
    }
    if (!isEmpty) this.#depth += isEnd ? -1 : 1
    if (this.#depth > 0) return
    this.#kept.push(this.#content.subarray(this.#keptTo, this.#from))
    this.#keptTo = end
    if (!isEmpty && end - this.#from <= MAX_DRAWING && ++this.#found < MAX_FOUND)
      this.#sheets.at(-1)?.drawings.push(this.#content.subarray(this.#from, end))
  }
}

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly at: number
  readonly end: number
}

const MARKS = ['<draw:', '</draw:', '<table:table', '</table:table']
const TAG = /^<(\/?)((?:draw|table):[\w-]{1,40})/

/** Yields the tags of drawings, sheets, rows and columns. */
function* tagsOf(content: Buffer): Generator<Tag> {
  const next = MARKS.map((mark) => placeOf(content, mark, 0))
  for (;;) {
    const at = Math.min(...next)
    if (at === Infinity) return
    const which = next.indexOf(at)
    const end = content.indexOf('>', at) + 1
    if (end === 0) return
    next[which] = placeOf(content, MARKS[which] ?? '', end)
    const [, slash = '', name = ''] = TAG.exec(content.toString('latin1', at, Math.min(end, at + 60))) ?? []
    yield { name, isEnd: slash !== '', isEmpty: content[end - 2] === 0x2f, at, end }
  }
}

function placeOf(content: Buffer, mark: string, from: number): number {
  const at = content.indexOf(mark, from)
  return at < 0 ? Infinity : at
}

/** Returns the names of the styles of hidden sheets. */
function hiddenStylesOf(content: Buffer): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at = content.indexOf('<style:table-properties'); at >= 0 && names.size < MAX_FOUND;) {
    const end = content.indexOf('>', at)
    if (end < 0) break
    if (valueIn(content.toString('latin1', at, end), 'table:display') === 'false') {
      const from = content.lastIndexOf('<style:style', at)
      if (from >= 0)
        names.add(valueIn(content.toString('utf8', from, content.indexOf('>', from)), 'style:name'))
    }
    at = content.indexOf('<style:table-properties', end)
  }
  return names
}

const isCollapsed = (tag: string): boolean => /^(?:collapse|filter)$/.test(valueIn(tag, 'table:visibility'))

function numberIn(tag: string, name: string): number {
  const number = Number(valueIn(tag, name) || 1)
  return Number.isSafeInteger(number) && number > 0 ? number : 1
}

/** Returns the value of an attribute in a tag; '' without it. */
function valueIn(tag: string, name: string): string {
  const at = tag.indexOf(`${name}=`)
  const quote = tag[at + name.length + 1]
  if (at < 0 || (quote !== '"' && quote !== "'")) return ''
  const from = at + name.length + 2
  const end = tag.indexOf(quote, from)
  return end < 0 ? '' : tag.slice(from, end)
}

const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
