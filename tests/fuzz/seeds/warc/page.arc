filedesc://t.arc 0.0.0.0 20200102030405 text/plain 65
1 0 Test
URL IP-address Archive-date Content-type Archive-length

http://h/ 192.0.2.1 20200102030405 text/html 73
HTTP/1.1 200 OK
Content-Type: text/html

<base href=b/><a href=x>x</a>
http://h/x 192.0.2.1 20200102030405 text/css 47
HTTP/1.1 200 OK
Content-Type: text/html

a{}
