import css from './progress-bar.module.css'

interface ProgressBarProps {
  /** What it shows, with its figures. */
  label: string
  done: number
  total: number
}

/** A bar as wide as its line allows; empty while the total is 0. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return <progress className={css.bar} aria-label={label} value={done} max={Math.max(1, total)} />
}
