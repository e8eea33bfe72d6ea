type Visit = { [K in (typeof names)[number] | 'landingPath' | 'referrer']?: string }

const names = ['source', 'medium', 'campaign', 'term', 'content'] as const

/** The address with which this visit began: the app loads a document once, at its first page. */
function landing() {
  const [entry] = performance.getEntriesByType('navigation')
  return new URL(entry?.name ?? '', location.href)
}

/** How the visitor came to this page: the campaign in its address or in that of the first page, and which site linked here. */
export function visit(): Visit {
  const first = landing()
  const asked = new URLSearchParams(location.search)
  const referrer = document.referrer && new URL(document.referrer).host
  const found: Visit = { landingPath: first.pathname }
  for (const name of names) {
    const value = asked.get(`utm_${name}`) ?? first.searchParams.get(`utm_${name}`)
    if (value) found[name] = value.slice(0, 100)
  }
  return referrer && referrer !== location.host ? { ...found, referrer } : found
}
