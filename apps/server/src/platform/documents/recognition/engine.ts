// Recognises text in pictures with Tesseract, compiled to WebAssembly, in the process that reads a document.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compiled, type Instance, type Memory } from './assembly.ts'
import { enlarged, timesFor, type Held } from './enlarge.ts'
import { fileOf } from './gray.ts'
import { CORE, dataOf } from './installed.ts'
import { paragraphsOf, type Recognized } from './paragraphs.ts'

export interface Recognizer {
  /**
   * Returns the text of a picture file; undefined when there is none, when the picture cannot be decoded, or after `limitMs` of
   * processor time. `orientation` is that of EXIF; without one, a picture without text is also read sideways unless it `isUpright`.
   */
  recognize(
    picture: Uint8Array,
    limitMs: number,
    how?: { orientation?: number; isUpright?: boolean },
  ): Promise<Recognized | undefined>
}

/** Tesseract's own interface, as far as it is used. */
interface Api {
  Init(path: null, languages: string, engine: number, config: undefined): number
  SetVariable(name: string, value: string): boolean
  /** Returns 1 for a picture that cannot be decoded. `angle` in radians turns it. */
  SetImageFile(orientation: number, angle: number): number
  FindLines(): void
  GetGradient(): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  /** Returns the picture that was set, as it stands in the memory. */
  GetInputImage(): {
    get_w(): number
    get_h(): number
    get_d(): number
    get_wpl(): number
    get_data(): number
  }
  Clear(): void
}

interface Tesseract {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => Api
}

type Start = (options: {
  instantiateWasm(imports: object, receive: (instance: Instance, module: object) => void): object
  TesseractProgress(): void
  print(): void
  printErr(): void
}) => Promise<Tesseract>

/** Layout analysis without detecting the orientation; the neural network only. */
const AUTOMATIC = '3'
const NEURAL = 1
/** Orientations of EXIF: upright, turned to the right, to the left, and upside down. */
const TURNS = [1, 6, 8, 3]
/** The confidence from which a picture is not turned any more. */
export const SURE = 70
/** Radians from which a picture is turned upright: lines that are more oblique are cut into pieces. */
const OBLIQUE = 0.005
/** The confidence from which a small picture is not enlarged. */
const CLEAR = 92

class TooSlow extends Error {}

/** Loads the program and the data of languages, the most frequent first: the disk is not accessible afterwards. */
export async function loadRecognizer(languages: readonly string[]): Promise<Recognizer> {
  const { default: start } = (await import(import.meta.resolve(`${CORE}.js`))) as { default: Start }
  const program = compiled(readPackaged(`${CORE}.wasm`))
  const data = languages.map((language) => [language, gunzipSync(readPackaged(dataOf(language)))] as const)
  let until = Infinity
  const begin = async (): Promise<Running> => {
    let memory: Memory | undefined
    const { FS: files, TessBaseAPI: Base } = await start({
      instantiateWasm(imports, receive) {
        const { instance, module, memory: own } = program(imports)
        memory = own
        receive(instance, module)
        return instance.exports
      },
      TesseractProgress() {
        if (processorMs() > until) throw new TooSlow()
      },
      print: () => undefined,
      printErr: () => undefined,
    })
    for (const [language, bytes] of data) files.writeFile(`./${language}.traineddata`, bytes)
    const api = new Base()
    if (api.Init(null, languages.join('+'), NEURAL, undefined) !== 0)
      throw new Error('the text recognition did not start')
    api.SetVariable('tessedit_pageseg_mode', AUTOMATIC)
    if (!memory) throw new Error('the text recognition has no memory')
    return { api, files, memory }
  }
  let running = await begin()
  return {
    async recognize(picture, limitMs, { orientation = 1, isUpright = false } = {}) {
      until = processorMs() + limitMs
      let best: OrientedText | undefined
      try {
        for (const turn of orientation === 1 && !isUpright ? TURNS : [orientation]) {
          const found = recognizeWith(running, picture, turn)
          if (found && found.confidence > (best?.confidence ?? 0)) best = found
          if (best && best.confidence >= SURE) break
        }
        best = recognizeLarger(running, picture, best, { orientation, isUpright })
      } catch {
        // It stopped in the middle of its work, and cannot be used again.
        running = await begin()
      }
      return best
    },
  }
}

/** Time of the processor, because a busy machine needs longer for the same page. */
export const processorMs = (): number => process.cpuUsage().user / 1_000

const readPackaged = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(name)))

interface Running {
  readonly api: Api
  readonly files: Tesseract['FS']
  readonly memory: Memory
}

/** A text, and how its picture was turned. */
interface OrientedText extends Recognized {
  readonly turn: number
}

/** Recognises a small picture enlarged, and returns the better text. Pictures of office documents without text are photographs. */
function recognizeLarger(
  running: Running,
  picture: Uint8Array,
  found: OrientedText | undefined,
  { orientation, isUpright }: { orientation: number; isUpright: boolean },
): OrientedText | undefined {
  if (found ? found.confidence >= CLEAR : isUpright) return found
  const turn = found?.turn ?? orientation
  const { api, files, memory } = running
  files.writeFile('/input', picture)
  if (api.SetImageFile(turn, 0) !== 0) return found
  const held = heldBy(api, memory)
  const times = timesFor(held)
  if (times === 1) return found
  const larger = recognizeWith(running, fileOf(enlarged(held, times)), 1)
  return larger && worthOf(larger) > worthOf(found) ? { ...larger, turn } : found
}

function heldBy(api: Api, memory: Memory): Held {
  const picture = api.GetInputImage()
  const row = picture.get_wpl()
  const height = picture.get_h()
  return {
    width: picture.get_w(),
    height,
    depth: picture.get_d(),
    row,
    words: new DataView(memory.buffer, picture.get_data(), 4 * row * height),
  }
}

/** More letters count as well as more certain ones. */
const worthOf = (found: Recognized | undefined): number =>
  (found?.confidence ?? 0) * (found?.blocks.reduce((sum, { text }) => sum + text.length, 0) ?? 0)

function recognizeWith(
  { api, files }: Running,
  picture: Uint8Array,
  orientation: number,
): OrientedText | undefined {
  files.writeFile('/input', picture)
  if (api.SetImageFile(orientation, 0) !== 0) return undefined
  api.FindLines()
  const angle = api.GetGradient()
  if (Math.abs(angle) >= OBLIQUE) api.SetImageFile(orientation, angle)
  api.Recognize(null)
  const text = paragraphsOf(api.GetTSVText(0))
  api.Clear()
  files.writeFile('/input', new Uint8Array())
  return text && { ...text, turn: orientation }
}
