WARC/1.0
WARC-Type: warcinfo
WARC-Date: 2026-11-23T09:27:54Z
WARC-Filename: made.warc.wat.gz
WARC-Record-ID: <urn:uuid:617f3b96-a136-4ef5-a699-941691c10875>
Content-Type: application/warc-fields
Content-Length: 254

Software-Info: ia-web-commons.${pom.version}-${build.time}
Extracted-Date: Mon, 23 Nov 2026 09:27:54 GMT
ip: 127.0.0.1
hostname: localhost
format: WARC File Format 1.0
conformsTo: http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf



WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/alike/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:4927536c-6950-4f28-8ef5-e3ed71186617>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1471

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"0","Gzip-Metadata":{"Deflate-Length":"423","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-1298263110","Inflated-Length":"607"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"65","Headers":{"Content-Type":"text/html","Content-Length":"170"},"HTML-Metadata":{"Head":{"Base":"/d/","Link":[{"path":"LINK@/href","url":"l"}],"Scripts":[{"path":"SCRIPT@/src","url":"s"}]},"Links":[{"path":"A@/href","url":"?a&b","text":"A b"},{"path":"IMG@/src","url":"i"},{"path":"FORM@/action","url":"f"},{"path":"STYLE/#text","href":"c.png"},{"path":"STYLE/#text","href":"d.css"}]},"Entity-Length":"170","Entity-Digest":"sha1:7L3D5OGFA2TPDATS7KCEC5IHLFYZEK7F","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"235","Trailing-Slop-Length":"4","Block-Digest":"sha1:N5CKLWRHOPD7LZI2EH35S7MCRX264GVE"},"Format":"WARC/1.0","WARC-Header-Length":"368","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/alike/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:N5CKLWRHOPD7LZI2EH35S7MCRX264GVE","WARC-Payload-Digest":"sha1:7L3D5OGFA2TPDATS7KCEC5IHLFYZEK7F","Content-Length":"235"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/white-space/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:33bf182f-1941-47a0-877f-bef783ce316d>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1213

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"423","Gzip-Metadata":{"Deflate-Length":"321","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-118661446","Inflated-Length":"459"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"18"},"HTML-Metadata":{"Links":[{"path":"A@/href","url":" x\n"}]},"Entity-Length":"18","Entity-Digest":"sha1:US4PYSDOQLZVYX3IJRM55WYJA2UQRE4Y","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"82","Trailing-Slop-Length":"4","Block-Digest":"sha1:34AM5754PLDH3PR2XGTIYTP5P4VNNTBU"},"Format":"WARC/1.0","WARC-Header-Length":"373","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/white-space/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:34AM5754PLDH3PR2XGTIYTP5P4VNNTBU","WARC-Payload-Digest":"sha1:US4PYSDOQLZVYX3IJRM55WYJA2UQRE4Y","Content-Length":"82"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/data-URLs/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:ca4a5b34-8e03-4e62-839f-9a090a94e258>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1233

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"744","Gzip-Metadata":{"Deflate-Length":"339","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-1264456021","Inflated-Length":"486"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"46"},"HTML-Metadata":{"Links":[{"path":"IMG@/src","url":"data:image/gif;base64,"}]},"Entity-Length":"46","Entity-Digest":"sha1:Q6GEH5OUGA3O7MUTY2RID2QBWYRMVRSZ","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"110","Trailing-Slop-Length":"4","Block-Digest":"sha1:MEA3S2VICSGJDWOHV24O6ZW7WTHRW7GH"},"Format":"WARC/1.0","WARC-Header-Length":"372","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/data-URLs/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:MEA3S2VICSGJDWOHV24O6ZW7WTHRW7GH","WARC-Payload-Digest":"sha1:Q6GEH5OUGA3O7MUTY2RID2QBWYRMVRSZ","Content-Length":"110"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/two-BASE/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:8fcf6919-3923-4838-8e98-0a198fb2678b>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1190

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"1083","Gzip-Metadata":{"Deflate-Length":"317","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"821609618","Inflated-Length":"468"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"30"},"HTML-Metadata":{"Head":{"Base":"/e/"}},"Entity-Length":"30","Entity-Digest":"sha1:4MNRGXWCPJOFCNIGI4DABNBYXPVS3RIR","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"94","Trailing-Slop-Length":"4","Block-Digest":"sha1:LC2ZILJZAKDCCM5PTAQRL2ZRFLAZBSTZ"},"Format":"WARC/1.0","WARC-Header-Length":"370","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/two-BASE/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:LC2ZILJZAKDCCM5PTAQRL2ZRFLAZBSTZ","WARC-Payload-Digest":"sha1:4MNRGXWCPJOFCNIGI4DABNBYXPVS3RIR","Content-Length":"94"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/srcset/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:929e3b4b-79e4-4a9f-8f09-8fc1e09ee368>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1168

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"1400","Gzip-Metadata":{"Deflate-Length":"322","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-525350842","Inflated-Length":"461"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"25"},"HTML-Metadata":{},"Entity-Length":"25","Entity-Digest":"sha1:KISVJSFM5PRCGPYB5ANAHB43UXUVPLRE","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"89","Trailing-Slop-Length":"4","Block-Digest":"sha1:UMX3B23TMJ7VYYGA3VM4SQGRY56GTIJ7"},"Format":"WARC/1.0","WARC-Header-Length":"368","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/srcset/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:UMX3B23TMJ7VYYGA3VM4SQGRY56GTIJ7","WARC-Payload-Digest":"sha1:KISVJSFM5PRCGPYB5ANAHB43UXUVPLRE","Content-Length":"89"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/style-attribute/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:84a4d09c-7e9b-4d72-8da8-2d620763e4ae>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1176

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"1722","Gzip-Metadata":{"Deflate-Length":"331","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"640305638","Inflated-Length":"474"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"29"},"HTML-Metadata":{},"Entity-Length":"29","Entity-Digest":"sha1:HAT5XB6UAW2YBXX45EGHW2NNXVUFOJ2R","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"93","Trailing-Slop-Length":"4","Block-Digest":"sha1:MZLOJ6P4GIURZW2BNR6J6LHGXKSD5A6U"},"Format":"WARC/1.0","WARC-Header-Length":"377","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/style-attribute/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:MZLOJ6P4GIURZW2BNR6J6LHGXKSD5A6U","WARC-Payload-Digest":"sha1:HAT5XB6UAW2YBXX45EGHW2NNXVUFOJ2R","Content-Length":"93"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/meta-refresh/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:fcace7d8-930a-4e3f-be75-4b77294cf488>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1239

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"2053","Gzip-Metadata":{"Deflate-Length":"334","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1886342286","Inflated-Length":"486"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"43"},"HTML-Metadata":{"Head":{"Metas":[{"content":"0;url=r","http-equiv":"refresh"}]}},"Entity-Length":"43","Entity-Digest":"sha1:2VSQCIUUMVBUKIFWP62XL4RVWGZLIXDB","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"107","Trailing-Slop-Length":"4","Block-Digest":"sha1:RQ466FK4BBNHQPYVJNMY5JRHDJ5FHTMF"},"Format":"WARC/1.0","WARC-Header-Length":"375","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/meta-refresh/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:RQ466FK4BBNHQPYVJNMY5JRHDJ5FHTMF","WARC-Payload-Digest":"sha1:2VSQCIUUMVBUKIFWP62XL4RVWGZLIXDB","Content-Length":"107"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/meta-property/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:2211cb9a-6b52-4a98-ab39-94de964d5ddd>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1237

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"2387","Gzip-Metadata":{"Deflate-Length":"331","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1954946862","Inflated-Length":"486"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"42"},"HTML-Metadata":{"Head":{"Metas":[{"content":"i.png","property":"og:image"}]}},"Entity-Length":"42","Entity-Digest":"sha1:2CNAGOXNPR5L6JHQKB4UXPGK3XDLD4AA","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"106","Trailing-Slop-Length":"4","Block-Digest":"sha1:AGWWYZTQPKITVR6VXI3EPYDQ5SPDQINQ"},"Format":"WARC/1.0","WARC-Header-Length":"376","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/meta-property/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:AGWWYZTQPKITVR6VXI3EPYDQ5SPDQINQ","WARC-Payload-Digest":"sha1:2CNAGOXNPR5L6JHQKB4UXPGK3XDLD4AA","Content-Length":"106"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/usemap/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:d8df846d-6a03-4dba-99eb-dfe8eeba4b59>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1168

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"2718","Gzip-Metadata":{"Deflate-Length":"317","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1975752161","Inflated-Length":"453"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"17"},"HTML-Metadata":{},"Entity-Length":"17","Entity-Digest":"sha1:MW5DM2W7H7URBTY6OJ7FOERDVHQOI54H","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"81","Trailing-Slop-Length":"4","Block-Digest":"sha1:25WEZLPMNVMF7KHOHPHWXESV35X6GEWS"},"Format":"WARC/1.0","WARC-Header-Length":"368","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/usemap/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:25WEZLPMNVMF7KHOHPHWXESV35X6GEWS","WARC-Payload-Digest":"sha1:MW5DM2W7H7URBTY6OJ7FOERDVHQOI54H","Content-Length":"81"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/an-anchor-without-an-end/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:c20ef3f5-eed1-42df-aea7-b448bdc3127e>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1187

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"3035","Gzip-Metadata":{"Deflate-Length":"325","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-1404797306","Inflated-Length":"468"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"14"},"HTML-Metadata":{},"Entity-Length":"14","Entity-Digest":"sha1:GJA2ILYGOBIO7LTIUOWEBWDKNQWBLZW6","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"78","Trailing-Slop-Length":"4","Block-Digest":"sha1:L44KSVVBTASAM6QTV3XPHAHBJSN6DVPH"},"Format":"WARC/1.0","WARC-Header-Length":"386","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/an-anchor-without-an-end/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:L44KSVVBTASAM6QTV3XPHAHBJSN6DVPH","WARC-Payload-Digest":"sha1:GJA2ILYGOBIO7LTIUOWEBWDKNQWBLZW6","Content-Length":"78"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/data-attributes/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:b232d7d2-e098-48d4-8f5d-481f9271bde7>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1254

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"3360","Gzip-Metadata":{"Deflate-Length":"323","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-1250970282","Inflated-Length":"471"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"26"},"HTML-Metadata":{"Links":[{"path":"P@/data-href","url":"x"},{"path":"P@/data-uri","url":"y"}]},"Entity-Length":"26","Entity-Digest":"sha1:BLCG2HGCLCZ7KUARQNKOZQZPXUMFX57W","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"90","Trailing-Slop-Length":"4","Block-Digest":"sha1:V2SD3PN5PUXR6N5GMQFVFTCCOBW5HQ3N"},"Format":"WARC/1.0","WARC-Header-Length":"377","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/data-attributes/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:V2SD3PN5PUXR6N5GMQFVFTCCOBW5HQ3N","WARC-Payload-Digest":"sha1:BLCG2HGCLCZ7KUARQNKOZQZPXUMFX57W","Content-Length":"90"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/onclick/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:910e0f60-1428-4f1f-ad45-7af85b757687>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1223

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"3683","Gzip-Metadata":{"Deflate-Length":"331","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1058169877","Inflated-Length":"479"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"41"},"HTML-Metadata":{"Links":[{"path":"DIV@/onclick","url":"http://h/o"}]},"Entity-Length":"41","Entity-Digest":"sha1:SBBMJBHAZG5PJ7N3XCBKDM3YGEZ3TEC6","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"105","Trailing-Slop-Length":"4","Block-Digest":"sha1:KV574ILD2JENYFDOU54XGTNZG3LBYNH6"},"Format":"WARC/1.0","WARC-Header-Length":"370","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/onclick/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:KV574ILD2JENYFDOU54XGTNZG3LBYNH6","WARC-Payload-Digest":"sha1:SBBMJBHAZG5PJ7N3XCBKDM3YGEZ3TEC6","Content-Length":"105"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/svg/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:80082366-0023-48a4-ae4d-a17c348ff5a3>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1165

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"4014","Gzip-Metadata":{"Deflate-Length":"321","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-592015931","Inflated-Length":"462"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"29"},"HTML-Metadata":{},"Entity-Length":"29","Entity-Digest":"sha1:HLVQIUVNNBLNZOGJYPN5TA32EM3IXQYT","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"93","Trailing-Slop-Length":"4","Block-Digest":"sha1:LG6K4UBJ7ZTL7S4BPGGVOQXLEBUG2QQ4"},"Format":"WARC/1.0","WARC-Header-Length":"365","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/svg/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:LG6K4UBJ7ZTL7S4BPGGVOQXLEBUG2QQ4","WARC-Payload-Digest":"sha1:HLVQIUVNNBLNZOGJYPN5TA32EM3IXQYT","Content-Length":"93"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/ping/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:ac263a2d-5685-4e1b-93ab-4eb8799c0c2c>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1204

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"4335","Gzip-Metadata":{"Deflate-Length":"322","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1159244112","Inflated-Length":"459"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"25"},"HTML-Metadata":{"Links":[{"path":"A@/href","url":"x"}]},"Entity-Length":"25","Entity-Digest":"sha1:LDEQ7VALMEZ2CAIYPBB5OL6PFGRWKIXQ","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"89","Trailing-Slop-Length":"4","Block-Digest":"sha1:4HFBKSRWHEAJUEVPH2HMS7GZ2KCGGAVG"},"Format":"WARC/1.0","WARC-Header-Length":"366","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/ping/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:4HFBKSRWHEAJUEVPH2HMS7GZ2KCGGAVG","WARC-Payload-Digest":"sha1:LDEQ7VALMEZ2CAIYPBB5OL6PFGRWKIXQ","Content-Length":"89"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/conditional-comment/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:3d98cf60-6d1e-457a-90c1-1e39798285be>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1183

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"4657","Gzip-Metadata":{"Deflate-Length":"350","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1830272116","Inflated-Length":"502"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"52"},"HTML-Metadata":{},"Entity-Length":"52","Entity-Digest":"sha1:R66IATWMKKHFHG5C6PWSCGC644SLPZCO","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"116","Trailing-Slop-Length":"4","Block-Digest":"sha1:TFQSR62CHXBG2JU7K7CFRLC3HZIZWWMV"},"Format":"WARC/1.0","WARC-Header-Length":"382","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/conditional-comment/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:TFQSR62CHXBG2JU7K7CFRLC3HZIZWWMV","WARC-Payload-Digest":"sha1:R66IATWMKKHFHG5C6PWSCGC644SLPZCO","Content-Length":"116"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/a-comment-in-CSS/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:6596ec50-4649-4dd1-a111-6d9c13b5c4af>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1221

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"5007","Gzip-Metadata":{"Deflate-Length":"328","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-578193556","Inflated-Length":"473"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"64","Headers":{"Content-Type":"text/html","Content-Length":"27"},"HTML-Metadata":{"Links":[{"path":"STYLE/#text","href":"a"}]},"Entity-Length":"27","Entity-Digest":"sha1:PNOKAIG7FQFDSKBRQA6IE7DHQXSWLWHO","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"91","Trailing-Slop-Length":"4","Block-Digest":"sha1:X3Q4BOS6UZANJC4LZHH3EXUU45KHCIT5"},"Format":"WARC/1.0","WARC-Header-Length":"378","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/a-comment-in-CSS/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:X3Q4BOS6UZANJC4LZHH3EXUU45KHCIT5","WARC-Payload-Digest":"sha1:PNOKAIG7FQFDSKBRQA6IE7DHQXSWLWHO","Content-Length":"91"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/long-CSS/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:218aaaca-8800-4e62-8fdc-ddcfefacebf2>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1271

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"5335","Gzip-Metadata":{"Deflate-Length":"496","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"-2116754000","Inflated-Length":"100498"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"68","Headers":{"Content-Type":"text/html","Content-Length":"100052"},"HTML-Metadata":{"Links":[{"path":"STYLE/#text","href":"first"},{"path":"STYLE/#text","href":"c"}]},"Entity-Length":"100052","Entity-Digest":"sha1:7K6SNUR6RITC25UZ67WF3625ZKUJG7AW","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"100120","Trailing-Slop-Length":"4","Block-Digest":"sha1:A73POTPJ7U44QY6DJAL7CR7273VDAHJE"},"Format":"WARC/1.0","WARC-Header-Length":"374","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/long-CSS/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:A73POTPJ7U44QY6DJAL7CR7273VDAHJE","WARC-Payload-Digest":"sha1:7K6SNUR6RITC25UZ67WF3625ZKUJG7AW","Content-Length":"100120"}}}

WARC/1.0
WARC-Type: metadata
WARC-Target-URI: http://h.example/long-text/b.html
WARC-Date: 2026-11-23T09:27:54Z
WARC-Record-ID: <urn:uuid:57bed3da-ceca-4c33-8dae-2f88c94f960d>
WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>
Content-Type: application/json
Content-Length: 1351

{"Container":{"Filename":"made.warc.gz","Compressed":true,"Offset":"5831","Gzip-Metadata":{"Deflate-Length":"325","Header-Length":"10","Footer-Length":"8","Inflated-CRC":"1547248747","Inflated-Length":"605"}},"Envelope":{"Payload-Metadata":{"Actual-Content-Type":"application/http; msgtype=response","HTTP-Response-Metadata":{"Response-Message":{"Status":"200","Version":"HTTP/1.1","Reason":"OK"},"Headers-Length":"65","Headers":{"Content-Type":"text/html","Content-Length":"164"},"HTML-Metadata":{"Links":[{"path":"A@/href","url":"x","text":"word word word word word word word word word word word word word word word word word word word word word word word word word wor"}]},"Entity-Length":"164","Entity-Digest":"sha1:2NF46KZYSYDQHLBALJ5LHZJCNJOBREFE","Entity-Trailing-Slop-Length":"0"},"Actual-Content-Length":"229","Trailing-Slop-Length":"4","Block-Digest":"sha1:HTLFS4FWD36WIBZIFEGOLDTSVQZ5BN23"},"Format":"WARC/1.0","WARC-Header-Length":"372","WARC-Header-Metadata":{"WARC-Type":"response","WARC-Record-ID":"<urn:uuid:00000000-0000-0000-0000-000000000001>","WARC-Date":"2020-01-02T03:04:05Z","WARC-Target-URI":"http://h.example/long-text/b.html","Content-Type":"application/http; msgtype=response","WARC-Block-Digest":"sha1:HTLFS4FWD36WIBZIFEGOLDTSVQZ5BN23","WARC-Payload-Digest":"sha1:2NF46KZYSYDQHLBALJ5LHZJCNJOBREFE","Content-Length":"229"}}}

