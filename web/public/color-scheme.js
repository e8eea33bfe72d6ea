// Runs before the first paint, so that whoever chose the dark scheme sees no light flash. A file of its own, because
// the Content-Security-Policy allows no inline script.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is switched off: the system's scheme it is.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
