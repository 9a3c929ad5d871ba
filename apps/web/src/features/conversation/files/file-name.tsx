import { halves } from './attachments.ts'
import css from './files.module.css'

/** A file's name on one line, cut in its middle so that the ending stays; read out as a whole. */
export function FileName({ name }: { name: string }) {
  const [start, end] = halves(name)
  return (
    <b className={css.middle} title={name}>
      <span className="sr">{name}</span>
      <span className="cut" aria-hidden="true">
        {start}
      </span>
      <span aria-hidden="true">{end}</span>
    </b>
  )
}
