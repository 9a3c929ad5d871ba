// Recognises text in pictures with Tesseract, compiled to WebAssembly, in the process that reads a document.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
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
  Clear(): void
}

interface Tesseract {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => Api
}

type Start = (options: {
  wasmBinary: Uint8Array
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

class TooSlow extends Error {}

/** Loads the program and the data of languages, the most frequent first: the disk is not accessible afterwards. */
export async function loadRecognizer(languages: readonly string[]): Promise<Recognizer> {
  const { default: start } = (await import(import.meta.resolve(`${CORE}.js`))) as { default: Start }
  const wasmBinary = readPackaged(`${CORE}.wasm`)
  const data = languages.map((language) => [language, gunzipSync(readPackaged(dataOf(language)))] as const)
  let until = Infinity
  const begin = async (): Promise<{ api: Api; files: Tesseract['FS'] }> => {
    const { FS: files, TessBaseAPI: Base } = await start({
      wasmBinary,
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
    return { api, files }
  }
  let running = await begin()
  return {
    async recognize(picture, limitMs, { orientation = 1, isUpright = false } = {}) {
      until = processorMs() + limitMs
      let best: Recognized | undefined
      try {
        for (const turn of orientation === 1 && !isUpright ? TURNS : [orientation]) {
          const found = recognizeWith(running, picture, turn)
          if (found && found.confidence > (best?.confidence ?? 0)) best = found
          if (best && best.confidence >= SURE) break
        }
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

function recognizeWith(
  { api, files }: { api: Api; files: Tesseract['FS'] },
  picture: Uint8Array,
  orientation: number,
): Recognized | undefined {
  files.writeFile('/input', picture)
  if (api.SetImageFile(orientation, 0) !== 0) return undefined
  api.FindLines()
  const angle = api.GetGradient()
  if (Math.abs(angle) >= OBLIQUE) api.SetImageFile(orientation, angle)
  api.Recognize(null)
  const text = paragraphsOf(api.GetTSVText(0))
  api.Clear()
  files.writeFile('/input', new Uint8Array())
  return text
}
