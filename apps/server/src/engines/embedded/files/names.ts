// Maps model names to file names and back.

/** Quantisation suffix of a file name: `Q4_K_M`, `IQ3_XXS`, `UD-Q4_K_XL`, `F16`, `MXFP4`. */
const PACKING = /^(.+?)[-._]((?:UD-)?(?:I?Q\d(?:_[A-Z0-9]+)*|TQ\d_\d|BF16|FP?16|F32|FP32|MXFP4(?:_MOE)?))$/i
const SUFFIX = /\.gguf$/i
/** Safe on every file system, in a terminal and on a page; cannot look like an option or a hidden file. */
const SAFE = /^[a-zA-Z0-9][a-zA-Z0-9._+:-]*$/
const LONGEST = 200

export interface ModelName {
  /** `family:tag`. */
  readonly name: string
  readonly family: string
  readonly tag: string
}

/** Returns the file name that a model of the catalogue is downloaded into. */
export function fileNameOf({ family, tag }: Pick<ModelName, 'family' | 'tag'>): string {
  return `${family}--${tag}.gguf`
}

/** Returns whether a file with this name can be a model. */
export function isModelFileName(fileName: string): boolean {
  return SUFFIX.test(fileName)
}

/**
 * Returns a model's name from its file name: `family--tag.gguf` (catalogue), `family:tag.gguf`, or `family-Q4_K_M.gguf` as
 * publishers name files; the tag is otherwise `latest`. Undefined for an unsafe name.
 */
export function nameOfFile(fileName: string): ModelName | undefined {
  const base = fileName.replace(SUFFIX, '')
  if (!SAFE.test(base) || base.length > LONGEST) return undefined
  const [family, tag] = split(base, '--') ??
    split(base, ':') ??
    PACKING.exec(base)?.slice(1) ?? [base, 'latest']
  return family && tag ? { name: `${family}:${tag}`, family, tag } : undefined
}

function split(base: string, by: string): [string, string] | undefined {
  const at = base.lastIndexOf(by)
  return at > 0 && at + by.length < base.length ? [base.slice(0, at), base.slice(at + by.length)] : undefined
}
