import Box from '@cloudscape-design/components/box';

/** Plain CommonMark of the contract: paragraphs and code. Nothing else is read into it. */
export const Prose = ({ text }: { readonly text: string }) =>
  text.split(/\n{2,}/).map((paragraph) => (
    <Box variant="p" key={paragraph}>
      <Inline text={paragraph} />
    </Box>
  ));

/** A line with code in it. */
export const Inline = ({ text }: { readonly text: string }) => {
  let position = 0;
  return text.split('`').map((part, index) => {
    position += part.length + 1;
    return index % 2 === 1 ? (
      <Box variant="code" key={position}>
        {part}
      </Box>
    ) : (
      part
    );
  });
};
