// Separates reasoning that a server leaves in the text of an answer, between tags such as <think> and </think>.

/** Receives the text in order. `reasoned`: all text so far was reasoning, because only its closing tag arrived. */
export interface TagListener {
  text(type: 'text' | 'thinking', text: string): void
  reasoned(): void
}

/** llama.cpp's server leaves it out before the next channel. */
const END_OF_CHANNEL = '<|end|>'
const NEXT_CHANNEL = '<|start|>'

/** Opening tags at the beginning of an answer with their closing tags; '' = a mark before the answer itself. */
const OPENERS: readonly (readonly [opener: string, closer: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  // gpt-oss on Bedrock.
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['<ifm|think>', '</ifm|think>'],
  ['<ifm|think_fast>', '</ifm|think_fast>'],
  ['<ifm|think_faster>', '</ifm|think_faster>'],
  ['[THINK]', '[/THINK]'],
  ['[unused16]', '[unused17]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel|>analysis<|message|>', END_OF_CHANNEL],
  ['<|start|>assistant<|channel|>final<|message|>', ''],
  ['<|channel|>final<|message|>', ''],
  // Gemma 4 names the channel.
  ['<|channel>thought\n', '<channel|>'],
  ['<|channel>', '<channel|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  // HyperCLOVA X, whose second message is the answer.
  ['/think\n', '<|im_end|>\n<|im_start|>assistant\n'],
]
/** Other closing marks: of gpt-oss, and of HyperCLOVA X by servers that leave out special tokens. */
const OTHER_CLOSERS: Readonly<Record<string, string>> = {
  [END_OF_CHANNEL]: NEXT_CHANNEL,
  '<|im_end|>\n<|im_start|>assistant\n': '\nassistant\n',
}
/** Sentences of Granite, which an answer of another model can begin with, too: only both are marks. */
const SENTENCES = ['Here is my thought process:', 'Here’s my thought process:', "Here's my thought process:"]
const LATER_SENTENCES = ['Here is my response:', 'Here’s my response:', "Here's my response:"]
/** Marks around the answer: of Kimi K3 and Cohere, and after reasoning of Hunyuan and Ernie. */
const WRAPPERS: readonly (readonly [opener: string, closer: string])[] = [
  ['<|open|>response<|sep|>', '<|close|>response<|sep|>'],
  ['<|START_RESPONSE|>', '<|END_RESPONSE|>'],
]
/** Without reasoning before, these are what the answer is about. */
const LATER_WRAPPERS: typeof WRAPPERS = [
  ['<answer>', '</answer>'],
  ['<response>', '</response>'],
]
const CLOSERS = ['</think>', '</thinking>', '</thought>', '</seed:think>', '</mm:think>']
/** Closing marks that no sentence has: they count wherever they stand. */
const CLOSING_MARKS = [
  '<channel|>',
  '<|close|>think<|sep|>',
  '<|END_THINKING|>',
  '<|inner_suffix|>',
  '</ifm|think>',
  '</ifm|think_fast>',
  '</ifm|think_faster>',
]
/** The only opening tag that counts inside an answer, at the beginning of a line. */
const LATER_OPENER = '<think>'

/** Reads pieces of text, split at any position, and reports the same for every split. */
export class ReasoningTags {
  readonly #listener: TagListener
  #mode: 'start' | 'thinking' | 'text' = 'start'
  #held = ''
  #closer = ''
  /** The mark that ends the answer, if it began with one. */
  #wrapper = ''
  #reasoned = false
  /** Whether the answer began with the sentence of Granite. */
  #hasSentence = false
  /** White space before the answer belongs to it, unless reasoning came before. */
  #out = ''
  readonly #code = new CodeMarks()

  constructor(listener: TagListener, continues = false) {
    this.#listener = listener
    if (!continues) return
    this.#mode = 'text'
    this.#reasoned = true
  }

  /** Whether the text so far ends within reasoning. */
  get isThinking(): boolean {
    return this.#mode === 'thinking'
  }

  feed(text: string): void {
    if (this.#mode === 'text' && this.#held === '' && !this.#hasSentence && !/[<`~\r\n]/.test(text)) {
      this.#code.plain(text)
      return this.#listener.text('text', text)
    }
    this.#held += text
    while (this.#step(false));
    this.#flush()
  }

  end(): void {
    while (this.#step(true));
    this.#out += this.#held
    this.#held = ''
    this.#flush()
  }

  /** Processes what can be decided now; returns whether more may follow. */
  #step(isEnd: boolean): boolean {
    if (this.#held === '') return false
    if (this.#mode === 'start') return this.#start(isEnd)
    return this.#mode === 'thinking' ? this.#thinking(isEnd) : this.#text(isEnd)
  }

  #start(isEnd: boolean): boolean {
    const rest = this.#held.trimStart()
    const wrappers = this.#reasoned ? [...WRAPPERS, ...LATER_WRAPPERS] : WRAPPERS
    const openers = [...OPENERS, ...wrappers].map(([opener]) => opener)
    const isUndecided = (opener: string) => opener.length > rest.length && opener.startsWith(rest)
    if (!isEnd && [...openers, ...SENTENCES].some(isUndecided)) return false
    for (const [opener, closer] of OPENERS) {
      if (!rest.startsWith(opener)) continue
      this.#held = closer === '' ? rest.slice(opener.length) : rest.slice(opener.length).trimStart()
      if (closer === '') this.#reasoned = true
      else this.#open(closer)
      return true
    }
    for (const [opener, closer] of wrappers) {
      if (!rest.startsWith(opener)) continue
      this.#held = rest.slice(opener.length).trimStart()
      this.#wrapper = closer
      this.#reasoned = true
      return true
    }
    if (this.#reasoned) this.#held = rest
    this.#hasSentence = !this.#reasoned && SENTENCES.some((one) => rest.startsWith(one))
    this.#mode = 'text'
    return true
  }

  #open(closer: string): void {
    this.#flush()
    this.#mode = 'thinking'
    this.#closer = closer
    this.#reasoned = true
  }

  #thinking(isEnd: boolean): boolean {
    const closer = this.#nextCloser()
    const at = this.#held.indexOf(closer)
    if (at !== -1) {
      this.#out += this.#held.slice(0, at).trimEnd()
      this.#held = this.#held.slice(at + (closer === NEXT_CHANNEL ? 0 : closer.length))
      this.#flush()
      this.#mode = 'start'
      return true
    }
    const keep = isEnd ? 0 : Math.max(...this.#closers().map((one) => unfinished(this.#held, one)))
    this.#out += this.#held.slice(0, this.#held.length - keep)
    this.#held = this.#held.slice(this.#held.length - keep)
    return false
  }

  #closers(): readonly string[] {
    const other = OTHER_CLOSERS[this.#closer]
    return other === undefined ? [this.#closer] : [this.#closer, other]
  }

  /** Returns the closing mark that comes first. */
  #nextCloser(): string {
    const [first = '', other = ''] = this.#closers()
    const at = this.#held.indexOf(first)
    const before = other === '' ? -1 : this.#held.indexOf(other)
    return before !== -1 && (at === -1 || before < at) ? other : first
  }

  #text(isEnd: boolean): boolean {
    const whole = this.#held
    const held = whole.slice(0, whole.length - this.#wrapped(whole))
    let at = 0
    for (; at < held.length; at++) {
      if ((held[at] === '<' || (held[at] === 'H' && this.#hasSentence)) && !this.#code.isInside) {
        const found = this.#tag(held.slice(at), isEnd)
        if (found !== undefined) {
          this.#out += held.slice(0, at)
          if (found === 'later') {
            this.#held = whole.slice(at)
            return false
          }
          return this.#take(whole.slice(at), found)
        }
      }
      this.#code.take(held[at] ?? '')
    }
    this.#out += held
    this.#held = isEnd && whole.trimEnd().endsWith(this.#wrapper) ? '' : whole.slice(held.length)
    return false
  }

  /** Returns the length of the end of the text that may be the mark which ends the answer, with white space around it. */
  #wrapped(text: string): number {
    if (this.#wrapper === '') return 0
    const end = text.trimEnd()
    if (!end.endsWith(this.#wrapper)) return unfinished(text, this.#wrapper)
    return text.length - end.slice(0, -this.#wrapper.length).trimEnd().length
  }

  /** Returns the tag at the beginning of `rest`, `later` if that is not known yet. */
  #tag(rest: string, isEnd: boolean): string | undefined {
    const { isLineStart, column } = this.#code
    if (column === 0) {
      if (rest.startsWith(LATER_OPENER)) return LATER_OPENER
      if (!isEnd && LATER_OPENER.startsWith(rest)) return 'later'
    }
    if (this.#reasoned) return undefined
    for (const mark of this.#hasSentence && column === 0 ? LATER_SENTENCES : CLOSING_MARKS) {
      if (rest.startsWith(mark)) return mark
      if (!isEnd && mark.startsWith(rest)) return 'later'
    }
    for (const closer of CLOSERS) {
      if (!isEnd && closer.startsWith(rest) && rest.length < closer.length) return 'later'
      if (!rest.startsWith(closer)) continue
      // A tag inside a sentence is what the answer is about.
      if (isLineStart) return closer
      if (rest.length === closer.length) return isEnd ? closer : 'later'
      return /[\r\n]/.test(rest[closer.length] ?? '') ? closer : undefined
    }
    return undefined
  }

  #take(rest: string, tag: string): boolean {
    this.#held = rest.slice(tag.length)
    if (tag === LATER_OPENER) {
      this.#open('</think>')
      this.#held = this.#held.trimStart()
      return true
    }
    this.#out = this.#out.trimEnd()
    this.#flush()
    this.#reasoned = true
    this.#hasSentence = false
    this.#listener.reasoned()
    this.#code.reset()
    this.#mode = 'start'
    return true
  }

  #flush(): void {
    if (this.#out === '') return
    this.#listener.text(this.#mode === 'thinking' ? 'thinking' : 'text', this.#out)
    this.#out = ''
  }
}

/** Returns the length of the end of `text` that may belong to a closing tag, with the white space before it. */
function unfinished(text: string, closer: string): number {
  let tail = 0
  for (let size = Math.min(closer.length - 1, text.length); size > 0; size--) {
    if (!closer.startsWith(text.slice(text.length - size))) continue
    tail = size
    break
  }
  const before = text.slice(0, text.length - tail)
  return tail + before.length - before.trimEnd().length
}

/** Follows Markdown's code marks, character by character. */
class CodeMarks {
  /** Characters before this one in its line. */
  column = 0
  #blank = true
  #indent = 0
  #fence = ''
  #span = 0
  #run = ''
  /** The run of marks that is being read is the first thing of its line. */
  #leads = false

  get isInside(): boolean {
    return this.#fence !== '' || this.#spanNow() !== 0 || (this.#blank && this.#indent >= 4)
  }

  get isLineStart(): boolean {
    return this.#blank
  }

  reset(): void {
    this.column = 0
    this.#blank = true
    this.#indent = 0
    this.#span = 0
    this.#run = ''
  }

  /** Like `take` for text without marks and line ends. */
  plain(text: string): void {
    if (text.trim() !== '') this.#settle()
    for (const sign of this.#blank ? text : '') this.take(sign)
    if (!this.#blank) this.column += text.length
  }

  take(sign: string): void {
    if (sign === '\n' || sign === '\r') {
      this.#settle()
      this.reset()
      return
    }
    if (sign === '`' || sign === '~') {
      if (this.#run !== '' && this.#run[0] !== sign) this.#settle()
      if (this.#run === '') this.#leads = this.#blank && this.#indent < 4
      this.#run += sign
      this.#blank = false
    } else {
      this.#settle()
      if (this.#blank && sign === ' ') this.#indent++
      else if (this.#blank && sign === '\t') this.#indent += 4
      else this.#blank = false
    }
    this.column++
  }

  /** Ends a run of marks: a fence, or the beginning or end of code in a line. */
  #settle(): void {
    const run = this.#run
    if (run === '') return
    this.#run = ''
    if (this.#leads && run.length >= 3) {
      if (this.#fence === '') this.#fence = run
      else if (run.startsWith(this.#fence)) this.#fence = ''
    } else if (this.#fence === '') this.#span = spanAfter(this.#span, run)
  }

  #spanNow(): number {
    return this.#run === '' ? this.#span : spanAfter(this.#span, this.#run)
  }
}

function spanAfter(span: number, run: string): number {
  if (run[0] !== '`') return span
  if (span === 0) return run.length
  return span === run.length ? 0 : span
}
