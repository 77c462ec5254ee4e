import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import { contentTypes } from './upload.ts';

/** One file to be sent. */
export const FileField = (props: {
  readonly file: File | null;
  readonly error?: string | undefined;
  readonly onChange: (file: File | null) => void;
}) => {
  const { file, error, onChange } = props;
  return (
    <FormField label="File" constraintText="JPEG, PNG, WebP or PDF, up to 15 MB." {...(error && { errorText: error })}>
      <FileUpload
        value={file ? [file] : []}
        accept={contentTypes.join(',')}
        showFileSize
        onChange={({ detail }) => onChange(detail.value[0] ?? null)}
        i18nStrings={{
          uploadButtonText: () => 'Choose file',
          dropzoneText: () => 'Drop the file here',
          removeFileAriaLabel: () => 'Remove the file',
          limitShowFewer: 'Show fewer files',
          limitShowMore: 'Show more files',
          errorIconAriaLabel: 'Error',
        }}
      />
    </FormField>
  );
};
