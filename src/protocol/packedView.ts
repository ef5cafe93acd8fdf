/**
 * A `ComparisonView` on its way from the thread that made it to the page: its JSON in UTF-8, deflated without a header (RFC 1951). That of
 * 15,000 verdicts has three megabytes and some hundred thousand values, and host and editor would copy it value by value, five times; as bytes
 * it has a tenth of that, and nobody looks into it on the way.
 */
export type PackedView = Uint8Array<ArrayBuffer>;
