import { marked, type Token } from 'marked';

/** Text that people read as one piece: a paragraph, a heading, an item of a list, a cell of a table, or a comment. */
export type Passage = {
  readonly text: string;
  readonly line: number;
  readonly isCell: boolean;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations whose full stop the segmenter takes for the end of a sentence. */
const abbreviations = /\b(e\.g|i\.e|etc|vs|cf|Art|No)\.(?=\s)/g;

/** The sentences of a passage; code in backticks counts as one word, which may begin a sentence. */
export const sentencesOf = ({ text }: Passage): readonly string[] => {
  const plain = text.replace(/`[^`]*`/g, 'Code').replace(abbreviations, '$1');
  return [...segmenter.segment(plain.replace(/\s+/g, ' '))].map(({ segment }) => segment.trim());
};

/** How many words a text has; a sign that stands alone is none. */
export const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The passages of a Markdown page, without its code blocks. */
export const passagesOfMarkdown = (markdown: string): readonly Passage[] => {
  const passages: Passage[] = [];
  let line = 1;
  for (const token of marked.lexer(markdown)) {
    passages.push(...passagesOfToken(token, line));
    line += token.raw.split('\n').length - 1;
  }
  return passages;
};

const passagesOfToken = (token: Token, line: number): Passage[] => {
  if (token.type === 'table')
    return [token.header, ...token.rows]
      .flat()
      .map((cell) => ({ text: plainOf(cell), line, isCell: true }));
  if (token.type === 'list') return token.items.flatMap((item: Token) => nestedIn(item, line));
  if (token.type === 'paragraph' || token.type === 'heading' || token.type === 'text')
    return [{ text: plainOf(token), line, isCell: false }];
  return nestedIn(token, line);
};

const nestedIn = (token: Token, line: number): Passage[] =>
  ('tokens' in token ? (token.tokens ?? []) : []).flatMap((child) => passagesOfToken(child, line));

const plainOf = (token: Pick<Token, 'type'> & { tokens?: Token[]; text?: string }): string => {
  if (token.type === 'codespan') return 'Code';
  if (token.type === 'html' || token.type === 'image') return '';
  if (token.type === 'br') return ' ';
  return token.tokens ? token.tokens.map((child) => plainOf(child)).join('') : (token.text ?? '');
};

/** The comments of a source of TypeScript that have lines of their own; a line without text separates two. */
export const passagesOfComments = (source: string): readonly Passage[] => {
  const passages: Passage[] = [];
  let words: string[] = [];
  let isBlock = false;
  const end = (line: number) => {
    if (words.length > 0)
      passages.push({ text: words.join(' '), line: line - words.length, isCell: false });
    words = [];
  };
  for (const [at, whole] of source.split('\n').entries()) {
    const code = whole.trim();
    const opens = !isBlock && code.startsWith('/*');
    const isComment = isBlock || opens || code.startsWith('//');
    if (opens || !isComment) end(at + 1);
    if (!isComment) continue;
    const text = code.replace(/^(\/\*+|\*(?!\/)|\/\/+)\s?/, '').replace(/\s*\*+\/.*$/, '');
    if (text === '' || /^[-@]/.test(text)) end(at + 1);
    if (text !== '') words.push(text.replace(/^(- |@\w+\s*)/, ''));
    if (opens || isBlock) {
      isBlock = !code.includes('*/');
      if (!isBlock) end(at + 2);
    }
  }
  end(source.split('\n').length + 1);
  return passages;
};
