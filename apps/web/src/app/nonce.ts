// Styles that are made while the page runs carry the page's nonce: the policy allows no others.

/** The nonce that the server put into this page; '' where there is none (the development server). */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** What locks scrolling behind dialogs looks here for the nonce of the style that it adds. */
export function shareNonce(nonce: string): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce })
}
