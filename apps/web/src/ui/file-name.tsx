import { hasRightToLeft } from '#lib/isolated.ts'
import css from './file-name.module.css'

/** Splits a file name in two, so that the first part can be cut and the extension stays. */
export function splitFileName(name: string): [start: string, end: string] {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  const tail = Math.min(14, Math.floor(characters.length / 2))
  return [
    characters.slice(0, characters.length - tail).join(''),
    characters.slice(characters.length - tail).join(''),
  ]
}

/** Shows a file name on one line, cut in the middle so that the extension stays. Screen readers get the whole name. */
export function FileName({ name }: { name: string }) {
  // In two parts their order would be wrong, and letters that join would not.
  if (hasRightToLeft(name))
    return (
      <b className="cut" dir="auto" title={name}>
        {name}
      </b>
    )
  const [start, end] = splitFileName(name)
  return (
    <b className={css.name} title={name}>
      <span className="sr">{name}</span>
      <span className="cut" aria-hidden="true">
        {start}
      </span>
      <span aria-hidden="true">{end}</span>
    </b>
  )
}
