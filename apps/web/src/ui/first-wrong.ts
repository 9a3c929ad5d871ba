/** After a form was refused: the first field that is wrong has the focus. Its error must be shown by then (`flushSync`, an effect). */
export function focusFirstWrong(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
