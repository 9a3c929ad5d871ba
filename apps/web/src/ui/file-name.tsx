import css from './file-name.module.css'
import { splitFileName } from './split-file-name.ts'

/** Shows a file name on one line, cut in the middle so that the extension stays. Screen readers get the whole name. */
export function FileName({ name }: { name: string }) {
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
